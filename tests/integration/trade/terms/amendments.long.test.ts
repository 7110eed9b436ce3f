/** One side proposes an amendment, the other agrees: at once, once, and never against a dispute or a decision. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { findStatement } from '#app/records/statement/queries/statement.server.ts'
import { openDispute, withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { nameSeller } from '#app/trade/opening/workflows/invitation/name-seller.server.ts'
import type { TypedAmendment } from '#app/trade/terms/domain/amendment.ts'
import { readWorkingDay, writeDay } from '#app/trade/terms/domain/working-days.ts'
import { showTerms } from '#app/trade/terms/queries/terms-view.server.ts'
import { acceptTerms } from '#app/trade/terms/workflows/accept-terms.server.ts'
import { proposeAmendment, settleAmendment } from '#app/trade/terms/workflows/amend.server.ts'
import { requestExtension } from '#app/trade/terms/workflows/extend-deadline.server.ts'
import {
  DAY_MS,
  type DatedTrade,
  datedTrade,
  decide,
  deposit,
  lettersOf,
  type MovingClock,
  movingClock,
  openDeadline,
  present,
  runOut,
} from '#tests/support/agreement/dated-trades.ts'
import { workToTheEnd } from '#tests/support/escrow-model/escrow-work.ts'
import { expectBooksSound } from '#tests/support/world/books.ts'
import { seller as aSeller, escrowOf, granted, type Person, paidBuyer } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person
let seller: Person
let other: Person
let clock: MovingClock

beforeAll(async () => {
  world = await openWorld()
  clock = movingClock(world)
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
  other = await aSeller(world)
})
afterAll(async () => {
  await expectBooksSound(world.deps.db)
  await world?.[Symbol.asyncDispose]()
})

const NOTHING: TypedAmendment = {
  fundBy: null,
  presentBy: null,
  examineDays: null,
  weekend: null,
  documents: null,
  amount: null,
}
const rowOf = ({ escrowId }: DatedTrade) =>
  world.deps.db.escrow.findUniqueOrThrow({
    where: { id: escrowId },
    include: { transfers: true, milestone: true, acceptedTerms: { orderBy: { version: 'asc' } } },
  })
const amendmentsOf = ({ escrowId }: DatedTrade) =>
  world.deps.db.amendment.findMany({ where: { escrowId }, orderBy: [{ proposedAt: 'asc' }, { id: 'asc' }] })

async function shown({ escrowId }: DatedTrade, who: Person) {
  const escrow = await findEscrow(world.deps.db, escrowId)
  if (!escrow) throw new Error('no escrow')
  return showTerms(world.deps.db, { escrow, viewer: await findSomebody(world.deps.db, who.id) })
}

const opened = () => datedTrade(world, { buyer, sellerEmail: seller.email })

async function accepted(): Promise<DatedTrade> {
  const trade = await opened()
  const { fingerprint } = await shown(trade, seller)
  granted(await acceptTerms(world.deps, { escrowId: trade.escrowId, sellerId: seller.id, seen: fingerprint ?? '' }))
  return trade
}

async function funded(): Promise<DatedTrade> {
  const trade = await accepted()
  await deposit(world, trade, '10')
  return trade
}

const propose = (trade: DatedTrade, by: Person, changes: Partial<TypedAmendment>, words = 'The vessel is late.') =>
  proposeAmendment(world.deps, { escrowId: trade.escrowId, userId: by.id, typed: { ...NOTHING, ...changes }, words })

async function settle(trade: DatedTrade, by: Person, answer: 'agreed' | 'declined' | 'withdrawn') {
  const last = (await amendmentsOf(trade)).at(-1)
  const amendmentId = last?.id ?? trade.escrowId
  return settleAmendment(world.deps, { escrowId: trade.escrowId, userId: by.id, amendmentId, answer })
}

const inDays = (days: number) => writeDay(new Date(clock.now().getTime() + days * DAY_MS))

describe('agreed', () => {
  test('everything holds at once: dates, documents, the clock, and a version that both accept', async () => {
    const trade = await funded()
    const old = await openDeadline(world, trade)
    const presentBy = inDays(90)
    granted(await propose(trade, seller, { presentBy, examineDays: '9', documents: ['PackingList'] }))
    expect(await openDeadline(world, trade), 'nothing changes before').toEqual(old)
    expect(await lettersOf(world, { letter: 'terms', trade, to: buyer })).toMatchObject([
      { moment: 'accepted' },
      { moment: 'proposed', words: 'The vessel is late.' },
    ])
    granted(await settle(trade, buyer, 'agreed'))
    const row = await rowOf(trade)
    expect(row.milestone).toMatchObject({
      presentBy: readWorkingDay(presentBy),
      examineDays: 9,
      documents: ['PackingList'],
    })
    const [, second] = row.acceptedTerms
    expect(second).toMatchObject({ version: 2, acceptedById: buyer.id })
    expect(JSON.parse(second?.text ?? '')).toMatchObject({
      dates: { examineWorkingDays: 9, documents: ['PackingList'] },
    })
    expect(await openDeadline(world, trade)).toMatchObject({ kind: 'present', dueAt: readWorkingDay(presentBy) })
    expect(await lettersOf(world, { letter: 'terms', trade, to: seller })).toMatchObject([{ moment: 'agreed' }])
    expect(await shown(trade, seller)).toMatchObject({
      open: null,
      fingerprint: second?.sha256,
      past: [{ answer: 'agreed' }],
    })
  })

  test('in the 48 hours before the refund opens it stops them, and the old clock does nothing any more', async () => {
    const trade = await funded()
    await runOut(world, { clock, trade })
    expect(await openDeadline(world, trade)).toMatchObject({ kind: 'grace' })
    const presentBy = inDays(20)
    granted(await propose(trade, seller, { presentBy }))
    granted(await settle(trade, buyer, 'agreed'))
    expect(await openDeadline(world, trade)).toMatchObject({ kind: 'present', dueAt: readWorkingDay(presentBy) })
    clock.on(3 * DAY_MS)
    granted(await present(world, { seller, trade }))
    expect(await openDeadline(world, trade)).toMatchObject({ kind: 'examine' })
  })

  test('a lower amount is what is due from then on, and more than that is owed back', async () => {
    const trade = await accepted()
    expect(await propose(trade, buyer, { amount: '11' })).toMatchObject({
      refused: 'amendment_amount',
      field: 'amount',
    })
    granted(await propose(trade, buyer, { amount: '8' }))
    granted(await settle(trade, seller, 'agreed'))
    expect((await rowOf(trade)).milestone?.amount?.toFixed()).toBe('8')
    await deposit(world, trade, '10')
    expect(await rowOf(trade)).toMatchObject({ verifiedAt: expect.any(Date), acceptedTerms: [{}, { version: 2 }] })
    granted(await present(world, { seller, trade }))
    granted(await decide(world, { buyer, trade, approval: 'Approved' }))
    await workToTheEnd(world, { asset: trade.asset, escrowIds: [trade.escrowId] })
    const { transfers: payouts } = await rowOf(trade)
    expect(payouts.map(({ purpose, amount }) => [purpose, amount.toFixed()])).toEqual([['release', '8']])
    expect((await findEscrow(world.deps.db, trade.escrowId))?.owedBack.toFixed()).toBe('2')
  })

  test('money that arrives meanwhile keeps the amount, where it is more than was proposed', async () => {
    const trade = await accepted()
    granted(await propose(trade, buyer, { amount: '8' }))
    await deposit(world, trade, '9')
    expect(await settle(trade, seller, 'agreed')).toMatchObject({ refused: 'amendment_passed' })
    expect((await rowOf(trade)).amount.toFixed()).toBe('10')
    granted(await settle(trade, seller, 'declined'))
  })

  test('a seller who asks for a change before accepting accepts with the agreement', async () => {
    const trade = await opened()
    expect(await propose(trade, buyer, { examineDays: '6' })).toMatchObject({ refused: 'amendment_not_possible' })
    granted(await propose(trade, seller, { examineDays: '6' }, 'Six, please.'))
    expect(await shown(trade, buyer)).toMatchObject({ open: { by: 'seller', mayAgree: true, words: 'Six, please.' } })
    granted(await settle(trade, buyer, 'agreed'))
    expect(await rowOf(trade)).toMatchObject({
      sellerId: seller.id,
      milestone: { examineDays: 6 },
      acceptedTerms: [{ version: 1, acceptedById: buyer.id }],
    })
    granted(await present(world, { seller, trade }))
    expect((await rowOf(trade)).acceptedTerms).toHaveLength(1)
  })

  test('not with a seller who was replaced since', async () => {
    const trade = await opened()
    granted(await propose(trade, seller, { examineDays: '6' }))
    const { escrowId } = trade
    granted(await nameSeller(world.deps, { escrowId, buyerId: buyer.id, sellerEmail: other.email }))
    expect(await settle(trade, buyer, 'agreed')).toMatchObject({ refused: 'amendment_not_possible' })
    granted(await settle(trade, buyer, 'declined'))
    expect(await rowOf(trade)).toMatchObject({ sellerId: null, acceptedTerms: [] })
  })
})

describe('only', () => {
  test('one is open at a time, and the same form sent twice proposes it once', async () => {
    const trade = await funded()
    const twice = await Promise.all([1, 2].map(() => propose(trade, seller, { examineDays: '7' })))
    for (const one of twice) granted(one)
    expect(await propose(trade, buyer, { examineDays: '8' })).toMatchObject({ refused: 'amendment_open_before' })
    expect(await amendmentsOf(trade)).toHaveLength(1)
    granted(await settle(trade, seller, 'withdrawn'))
    granted(await propose(trade, buyer, { examineDays: '8' }))
  })

  test('the other side answers, and whoever proposed it withdraws', async () => {
    const trade = await funded()
    granted(await propose(trade, seller, { examineDays: '7' }))
    for (const [who, answer] of [
      [seller, 'agreed'],
      [seller, 'declined'],
      [buyer, 'withdrawn'],
    ] as const) {
      expect(await settle(trade, who, answer)).toMatchObject({ refused: 'amendment_not_open' })
    }
    expect(await settle(trade, other, 'agreed')).toMatchObject({ refused: 'escrow_not_found' })
    expect(await propose(trade, other, { examineDays: '9' })).toMatchObject({ refused: 'escrow_not_found' })
    granted(await settle(trade, buyer, 'declined'))
    granted(await settle(trade, buyer, 'declined'))
    expect(await settle(trade, buyer, 'agreed')).toMatchObject({ refused: 'amendment_not_open' })
    expect(await rowOf(trade)).toMatchObject({ milestone: { examineDays: 5 }, acceptedTerms: [{ version: 1 }] })
  })

  test('agreed and withdrawn at the same moment: one of them has happened', async () => {
    for (let round = 0; round < 4; round += 1) {
      const trade = await funded()
      granted(await propose(trade, seller, { examineDays: '7' }))
      const both = await Promise.all([
        settle(trade, buyer, 'agreed'),
        settle(trade, buyer, 'agreed'),
        settle(trade, seller, 'withdrawn'),
      ])
      const [amendment] = await amendmentsOf(trade)
      const row = await rowOf(trade)
      const isAgreed = amendment?.answer === 'agreed'
      expect(both.map((one) => 'refused' in one)).toEqual([!isAgreed, !isAgreed, isAgreed])
      expect([row.milestone?.examineDays, row.acceptedTerms.length]).toEqual(isAgreed ? [7, 2] : [5, 1])
    }
  })

  test('while Quayside does not decide, nothing is approved, and more time is not asked for', async () => {
    const trade = await funded()
    const { escrowId } = trade
    granted(await propose(trade, buyer, { presentBy: inDays(90) }))
    granted(await openDispute(world.deps, { escrowId, userId: seller.id, reason: 'Wait.' }))
    expect(await settle(trade, seller, 'agreed')).toMatchObject({ refused: 'in_dispute' })
    expect(await shown(trade, seller)).toMatchObject({ mayPropose: null, open: { mayAgree: false, mayDecline: true } })
    granted(await withdrawDispute(world.deps, { escrowId, userId: seller.id }))

    const until = inDays(80)
    granted(await requestExtension(world.deps, { escrowId, userId: seller.id, until, reason: '' }))
    expect(await settle(trade, seller, 'agreed')).toMatchObject({ refused: 'amendment_time_asked' })
    clock.on(2 * DAY_MS)
    granted(await settle(trade, seller, 'agreed'))

    granted(await present(world, { seller, trade }))
    granted(await propose(trade, buyer, { examineDays: '9' }))
    granted(await decide(world, { buyer, trade, approval: 'Approved' }))
    expect(await settle(trade, seller, 'agreed')).toMatchObject({ refused: 'amendment_not_open' })
    expect(await shown(trade, seller)).toMatchObject({
      open: null,
      past: expect.arrayContaining([expect.objectContaining({ answer: 'superseded' })]),
    })
  })

  test('a date that has passed since is not agreed to', async () => {
    const trade = await funded()
    granted(await propose(trade, seller, { presentBy: inDays(2) }))
    clock.on(3 * DAY_MS)
    expect(await settle(trade, buyer, 'agreed')).toMatchObject({ refused: 'amendment_passed' })
    expect(await propose(trade, buyer, {})).toMatchObject({ refused: 'amendment_open_before' })
    granted(await settle(trade, seller, 'withdrawn'))
    expect(await propose(trade, seller, {})).toMatchObject({ refused: 'amendment_empty' })
  })

  test('a trade with dates', async () => {
    const plain = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail: seller.email })
    const trade = { ...plain, asset: 'XLM' as const }
    expect(await propose(trade, seller, { examineDays: '7' })).toMatchObject({ refused: 'amendment_not_possible' })
  })
})

test('the statement prints amendments', async () => {
  const trade = await funded()
  granted(await propose(trade, seller, { examineDays: '7', documents: [] }))
  granted(await settle(trade, buyer, 'agreed'))
  const statement = await findStatement(world.deps.db, {
    viewer: { ...buyer, role: 'buyer', hasConfirmedEmail: true },
    transactionId: trade.transactionId,
    networks: { stellarPassphrase: null, xrplNetworkId: 1 },
    now: clock.now(),
  })
  expect(statement?.sealed).toMatchObject({
    versions: [{ version: 1 }, { version: 2 }],
    amendments: [{ by: 'seller', answer: 'agreed', changes: { examineDays: 7, documents: [], amount: null } }],
  })
})

test('the database refuses what nobody agreed to', async () => {
  const { db } = world.deps
  const trade = await funded()
  granted(await propose(trade, seller, { examineDays: '7' }))
  const [open] = await amendmentsOf(trade)
  if (!open) throw new Error('nothing is open')
  const where = { id: open.id }
  const answer = (data: object) => db.amendment.update({ where, data: { answeredAt: new Date(), ...data } })
  await expect(db.amendment.create({ data: { ...open, id: crypto.randomUUID() } }), 'a second one').rejects.toThrow()
  await expect(answer({ answer: 'agreed', answeredById: seller.id }), 'the own one').rejects.toThrow()
  await expect(answer({ answer: 'agreed', answeredById: other.id }), 'a stranger').rejects.toThrow('agrees to this')
  await expect(answer({ answer: 'withdrawn', answeredById: buyer.id }), 'not theirs').rejects.toThrow()
  await expect(db.amendment.update({ where, data: { examineDays: 8 } })).rejects.toThrow('stays what it is')
  await expect(db.amendment.delete({ where })).rejects.toThrow('never deleted')
  await expect(
    db.milestone.update({ where: { escrowId: trade.escrowId }, data: { examineDays: 7 } }),
    'before it is agreed',
  ).rejects.toThrow('stay as they were agreed')
  granted(await openDispute(world.deps, { escrowId: trade.escrowId, userId: buyer.id, reason: 'Wait.' }))
  await expect(answer({ answer: 'agreed', answeredById: buyer.id })).rejects.toThrow('not amended now')
  granted(await withdrawDispute(world.deps, { escrowId: trade.escrowId, userId: buyer.id }))
  granted(await settle(trade, buyer, 'agreed'))
  await expect(answer({ answer: 'declined', answeredById: buyer.id })).rejects.toThrow('stays what it is')
  await expect(
    db.escrow.update({ where: { id: trade.escrowId }, data: { amount: '9' } }),
    'no amendment says so',
  ).rejects.toThrow('keeps its terms')
})
