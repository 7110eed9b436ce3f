/** Which days are working days is a term of each trade: chosen with the dates, sealed, amended, used by deadlines. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOfWorkingDay, type Weekend } from '#app/trade/terms/domain/working-days.ts'
import { proposeAmendment, settleAmendment } from '#app/trade/terms/workflows/amend.server.ts'
import {
  type DatedTrade,
  datedTrade,
  datesOf,
  deposit,
  movingClock,
  openDeadline,
  present,
} from '#tests/support/agreement/dated-trades.ts'
import { seller as aSeller, granted, type Person, paidBuyer } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person
let seller: Person

beforeAll(async () => {
  world = await openWorld()
  movingClock(world)
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
})
afterAll(() => world?.[Symbol.asyncDispose]())

async function examined(weekend?: string): Promise<DatedTrade> {
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email, dates: { weekend } })
  await deposit(world, trade, '10')
  granted(await present(world, { seller, trade }))
  return trade
}

async function expectExamination(trade: DatedTrade, weekend: Weekend): Promise<void> {
  const clock = await openDeadline(world, trade)
  const { examineDays } = await datesOf(world, trade)
  expect(clock).toMatchObject({
    kind: 'examine',
    dueAt: endOfWorkingDay(clock?.since ?? new Date(0), examineDays, weekend),
  })
}

test.each([
  [undefined, 'sat_sun'],
  ['', 'sat_sun'],
  ['nonsense', 'sat_sun'],
  ['fri_sat', 'fri_sat'],
  ['fri', 'fri'],
] as const)('a trade opened with the weekend %s examines by %s', async (typed, weekend) => {
  const trade = await examined(typed)
  expect(await datesOf(world, trade)).toMatchObject({ weekend })
  await expectExamination(trade, weekend)
})

test('another weekend is proposed, agreed to and sealed; the time to examine is counted anew by it', async () => {
  const trade = await examined()
  const typed = { fundBy: null, presentBy: null, examineDays: null, weekend: 'fri_sat', documents: null, amount: null }
  const { escrowId } = trade
  granted(await proposeAmendment(world.deps, { escrowId, userId: seller.id, typed, words: 'We rest on Fridays.' }))
  const open = await world.deps.db.amendment.findFirstOrThrow({ where: { escrowId } })
  expect(open).toMatchObject({ weekend: 'fri_sat', examineDays: null })
  granted(await settleAmendment(world.deps, { escrowId, userId: buyer.id, amendmentId: open.id, answer: 'agreed' }))
  expect(await datesOf(world, trade)).toMatchObject({ weekend: 'fri_sat' })
  await expectExamination(trade, 'fri_sat')
  const sealed = await world.deps.db.acceptedTerms.findMany({ where: { escrowId }, orderBy: { version: 'asc' } })
  expect(sealed.map(({ text }) => text?.includes('"noWorkingDays":["friday","saturday"]'))).toEqual([false, true])
})

test('the database lets the weekend change by what was agreed alone, and knows no other days', async () => {
  const trade = await examined()
  const where = { escrowId: trade.escrowId }
  const { db } = world.deps
  await expect(db.milestone.update({ where, data: { weekend: 'fri' } })).rejects.toThrow('stay as they were agreed')
  await expect(db.milestone.update({ where, data: { weekend: 'never' } })).rejects.toThrow()
})
