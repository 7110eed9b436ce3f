/** Milestones: rules that the database keeps whatever the code does (docs/decisions/142). */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { giveDates } from '#tests/support/agreement/dated-trades.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { anOverfundedEscrow, refundOf, returnOf } from '#tests/support/settlement/settlement-rows.ts'
import { aDueEscrow, anEscrow, at, releaseOf } from '#tests/support/world/rows.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 4 })
})
afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

const day = (days: number) => new Date(at.getTime() + days * 86_400_000)
const DATES = { fundBy: day(1), presentBy: day(9), examineDays: 5, onSilence: 'quayside' } as const
const of = (escrowId: string) => db.milestone.findUniqueOrThrow({ where: { escrowId } })
const set = (escrowId: string, data: object) => db.milestone.update({ where: { escrowId }, data })

async function aDatedEscrow() {
  const escrow = await anEscrow(db)
  await giveDates(db, escrow.id, { ...DATES, documents: [] })
  return escrow
}

const clockOf = (escrowId: string, changes: object = {}) => ({
  ...{ id: randomUUID(), escrowId, kind: 'fund', owner: 'buyer', since: at, turnSince: at, startedAt: at },
  ...{ dueAt: day(1), nextAt: day(1), ...changes },
})

describe('the milestone of an escrow', () => {
  test('is there when it is opened, with the whole amount and without dates, whoever opens it', async () => {
    const escrow = await anEscrow(db, { amount: '12.5' })
    expect(await of(escrow.id)).toMatchObject({
      id: expect.any(String),
      ordinal: 1,
      fundBy: null,
      createdAt: escrow.createdAt,
    })
    expect((await of(escrow.id)).amount?.toFixed()).toBe('12.5')
  })

  test('adds up to the amount, however often that is corrected', async () => {
    const { id } = await anEscrow(db)
    const amounts = fc.array(fc.integer({ min: 1, max: 10 ** 12 }), { minLength: 1, maxLength: 5 })
    let times = 0
    await fc.assert(
      fc.asyncProperty(amounts, async (units) => {
        for (const unit of units) {
          const amount = (unit / 10 ** 7).toFixed(7)
          times += 1
          const correctedAt = new Date(at.getTime() + times)
          await db.escrow.update({ where: { id }, data: { amount, correctedAt } })
          expect((await of(id)).amount?.toFixed(7)).toBe(amount)
        }
      }),
      { numRuns: 20 },
    )
    await expect(set(id, { amount: '0.5' })).rejects.toThrow(/do not add up/)
    await expect(set(id, { amount: '-1' })).rejects.toThrow(/milestone_of_something/)
    // Within a transaction it may differ, but not at its end.
    await db.$transaction(async (tx) => {
      const { amount } = await tx.milestone.findUniqueOrThrow({ where: { escrowId: id } })
      await tx.milestone.update({ where: { escrowId: id }, data: { amount: '0.5' } })
      await tx.milestone.update({ where: { escrowId: id }, data: { amount } })
    })
  })

  test('stays of its escrow, with its id and its number, and is never deleted', async () => {
    const [{ id }, other] = [await anEscrow(db), await anEscrow(db)]
    for (const data of [{ id: randomUUID() }, { ordinal: 2 }, { createdAt: day(1) }])
      await expect(set(id, data)).rejects.toThrow(/stay as they were agreed/)
    await expect(db.milestone.delete({ where: { escrowId: id } })).rejects.toThrow(/never deleted/)
    await expect(
      db.milestone.create({ data: { escrowId: other.id, ordinal: 2, amount: '1', createdAt: at } }),
    ).rejects.toMatchObject({
      code: 'P2002',
    })
  })

  test('has all dates from the beginning, or never: then no clock runs and nothing of them is agreed', async () => {
    const { id, buyerId } = await anEscrow(db)
    for (const data of [DATES, { documents: ['BillOfLading'] }]) await expect(set(id, data)).rejects.toThrow()
    await expect(set(id, { ...DATES, weekend: 'sun' })).rejects.toThrow(/stay as they were agreed/)
    await expect(giveDates(db, id, { ...DATES, documents: [], fundBy: null as unknown as Date })).rejects.toThrow(
      /dates_whole/,
    )
    const amendment = {
      id: randomUUID(),
      escrowId: id,
      words: '',
      examineDays: 9,
      changesDocuments: false,
      proposedAt: at,
    }
    const request = { id: randomUUID(), escrowId: id, step: 'fund', since: at, reason: 'r', until: day(2), askedAt: at }
    const refused = [
      db.escrowClock.create({ data: clockOf(id) }),
      db.amendment.create({ data: { ...amendment, proposedById: buyerId } }),
      db.timeRequest.create({ data: { ...request, askedById: buyerId } }),
      db.undeliveredPause.create({ data: { escrowId: id, step: 'present', userId: buyerId, startedAt: at } }),
    ]
    for (const each of refused) await expect(each).rejects.toThrow(/has no dates/)
  })
})

describe('of a milestone of their own escrow, for good, are', () => {
  test('clocks', async () => {
    const [one, other] = [await aDatedEscrow(), await aDatedEscrow()]
    const { id: elsewhere } = await of(other.id)
    await expect(db.escrowClock.create({ data: clockOf(one.id, { milestoneId: elsewhere }) })).rejects.toMatchObject({
      code: 'P2003',
    })
    const clock = await db.escrowClock.create({ data: clockOf(one.id) })
    expect(clock.milestoneId).toBe((await of(one.id)).id)
    const move = (milestoneId: string | null) =>
      db.escrowClock.update({ where: { id: clock.id }, data: { milestoneId } })
    for (const to of [elsewhere, null]) await expect(move(to)).rejects.toThrow(/stays what it is/)
    await db.escrowClock.update({ where: { id: clock.id }, data: { endedAt: day(1), end: 'moved' } })
    for (const to of [elsewhere, null]) await expect(move(to)).rejects.toThrow(/stays what it is/)
  })

  test('presentations', async () => {
    const [one, other] = [await aDueEscrow(db), await aDueEscrow(db)]
    const row = { id: randomUUID(), escrowId: one.id, round: 1, presentedAt: at }
    const { id: elsewhere } = await of(other.id)
    await expect(db.presentation.create({ data: { ...row, milestoneId: elsewhere } })).rejects.toMatchObject({
      code: 'P2003',
    })
    expect(await db.presentation.create({ data: row })).toMatchObject({ milestoneId: (await of(one.id)).id })
    for (const milestoneId of [elsewhere, null])
      await expect(db.presentation.update({ where: { id: row.id }, data: { milestoneId } })).rejects.toThrow(
        /stays what it is/,
      )
  })

  test('settlements', async () => {
    const [one, other] = [await aDueEscrow(db), await aDueEscrow(db)]
    const { id: elsewhere } = await of(other.id)
    const row = { escrowId: one.id, cause: 'approval' as const, toSeller: '1.0000001', toBuyer: '0', createdAt: at }
    await expect(db.settlement.create({ data: { ...row, milestoneId: elsewhere } })).rejects.toMatchObject({
      code: 'P2003',
    })
    await payOut(db, releaseOf(one.id))
    const settlement = await db.settlement.findFirstOrThrow({ where: { escrowId: one.id } })
    expect(settlement.milestoneId).toBe((await of(one.id)).id)
    for (const milestoneId of [elsewhere, null])
      await expect(db.settlement.update({ where: { id: settlement.id }, data: { milestoneId } })).rejects.toThrow()
    await expect(payOut(db, refundOf(one.id))).rejects.toThrow()
  })

  test('no excess: it is of none', async () => {
    const { id } = await anOverfundedEscrow(db)
    const { settlementId } = await payOut(db, returnOf(id, '3'))
    const where = { id: settlementId ?? '' }
    expect(await db.settlement.findUniqueOrThrow({ where })).toMatchObject({ cause: 'excess', milestoneId: null })
    const { id: milestoneId } = await of(id)
    await expect(db.settlement.update({ where, data: { milestoneId } })).rejects.toThrow(/stay what they are/)
    const another = { escrowId: id, milestoneId, cause: 'excess' as const, toSeller: 0, toBuyer: 1, createdAt: at }
    await expect(db.settlement.create({ data: another })).rejects.toThrow(/excess_of_none/)
  })
})
