/** What the worker polls of on-chain escrows: each item goes to one worker at a time, by indexes on what is open. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import {
  endDeposit,
  findCountingDeposit,
  findDeposit,
  findUselessBalances,
  takeOpenDeposits,
  takeOtherDeposits,
} from '#app/trade/onchain/db/deposits.server.ts'
import {
  askForDeposit,
  findNextPoll,
  findOnchainEscrow,
  hasOpenAgreements,
  takeWatchedAgreements,
} from '#app/trade/onchain/db/onchain-escrows.server.ts'
import {
  aDepositedEscrow,
  agreementOf,
  anAgreedEscrow,
  anOnchainEscrow,
  deadline,
  depositOf,
  hours,
  prepare,
} from '#tests/support/onchain/onchain-rows.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { anEscrow, at } from '#tests/support/world/rows.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 6 })
})
afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
/** Counts the items that more than one caller has got. */
const shared = (taken: readonly (readonly { id: string }[])[]) => {
  const ids = taken.flatMap(idsOf)
  return ids.length - new Set(ids).size
}

test('a hold is that of its escrow, and an escrow that Quayside holds has none', async () => {
  const held = await anOnchainEscrow(db)
  expect(await findOnchainEscrow(db, held.id)).toEqual({ buyerWallet: 'B', deadline, createdAt: at })
  expect(await findOnchainEscrow(db, (await anEscrow(db)).id)).toBeNull()
})

describe('agreements', () => {
  test('are given to one worker each, and again when nobody has looked for a while', async () => {
    await db.holdAgreement.updateMany({ where: { closedAt: null }, data: { closedAt: at } })
    const agreed = [await anAgreedEscrow(db), await anAgreedEscrow(db, { currency: 'XRP' }), await anAgreedEscrow(db)]
    const unprepared = await anOnchainEscrow(db)
    await db.holdAgreement.create({ data: agreementOf(unprepared) })
    const take = (now: Date) => takeWatchedAgreements(db, { now, asked: 2, quiet: 2 })
    const now = hours(2)
    const taken = await Promise.all([take(now), take(now), take(now)])
    expect(shared(taken)).toBe(0)
    const rest = await take(now)
    const all = [...taken.flat(), ...rest]
    expect(idsOf(all).toSorted()).toEqual(agreed.map(({ agreementId }) => agreementId).toSorted())
    expect(await take(now)).toEqual([])
    expect(await findNextPoll(db, now)).toEqual(new Date(now.getTime() + 360_000))
    const again = await take(new Date(now.getTime() + 360_000))
    expect(again).toHaveLength(2)
    expect(again[0]?.terms).toMatchObject({ buyerWallet: 'B', sellerWallet: 'S', deadline: deadline.getTime() / 1000 })
  })

  test('that somebody waits for are looked at before all others, and often; the longer nobody asks, the more seldom', async () => {
    await db.holdAgreement.updateMany({ where: { closedAt: null }, data: { closedAt: at } })
    const quiet = [await anAgreedEscrow(db), await anAgreedEscrow(db), await anAgreedEscrow(db)]
    const id = quiet[1]?.agreementId ?? ''
    const now = hours(10)
    const take = (when: Date) => takeWatchedAgreements(db, { now: when, asked: 5, quiet: 1 })
    const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
    for (const [place] of quiet.entries()) expect(await take(later(place))).toHaveLength(1)
    expect(await take(later(4))).toEqual([])
    expect(await askForDeposit(db, { id, at: later(10) })).toBe(true)
    expect(await askForDeposit(db, { id, at: later(15) })).toBe(false)
    for (const seconds of [10, 15, 20]) expect(idsOf(await take(later(seconds)))).toEqual([id])
    expect(await take(later(24))).toEqual([])
    // Two hours after the request: every six minutes.
    expect(idsOf(await take(later(7_210)))).toContain(id)
    const { lookAt } = await db.holdAgreement.findUniqueOrThrow({ where: { id } })
    expect(lookAt).toEqual(later(7_210 + 360))
    await db.holdAgreement.update({ where: { id }, data: { closedAt: at } })
    expect(await askForDeposit(db, { id, at: later(9_000) })).toBe(false)
  })

  test('are open until they are put away', async () => {
    await db.holdAgreement.updateMany({ where: { closedAt: null }, data: { closedAt: at } })
    const open = async () => [await hasOpenAgreements(db, 'to_prepare'), await hasOpenAgreements(db, 'prepared')]
    expect(await open()).toEqual([false, false])
    const held = await anOnchainEscrow(db)
    const { id } = await db.holdAgreement.create({ data: agreementOf(held) })
    expect(await open()).toEqual([true, false])
    await prepare(db, held, id)
    expect(await open()).toEqual([false, true])
    await db.holdAgreement.update({ where: { id }, data: { closedAt: at } })
    expect(await open()).toEqual([false, false])
  })
})

describe('locks', () => {
  test('that the ledger holds still are given to one worker each', async () => {
    const locked = [
      await aDepositedEscrow(db),
      await aDepositedEscrow(db, { currency: 'XRP' }),
      await aDepositedEscrow(db),
    ]
    const other = await db.holdLock.create({
      data: depositOf(locked[0] ?? (await aDepositedEscrow(db)), { differences: ['date'] }),
    })
    const now = hours(3)
    const take = () => takeOpenDeposits(db, { before: new Date(now.getTime() - 5_000), now, take: 2 })
    const taken = await Promise.all([take(), take(), take()])
    expect(shared(taken)).toBe(0)
    const ids = idsOf([...taken.flat(), ...(await take()), ...(await take())])
    expect(ids.toSorted()).toEqual([...locked.map(({ lockId }) => lockId), other.id].toSorted())
  })

  test('are found by what the ledger calls them, end once, and are looked at no more', async () => {
    const [stellar, xrp] = [await aDepositedEscrow(db), await aDepositedEscrow(db, { currency: 'XRP' })]
    for (const { id, lockId } of [stellar, xrp]) {
      const found = await findCountingDeposit(db, id)
      expect(found?.id).toBe(lockId)
      const { balanceId = null, owner = null, sequence = null } = found ?? {}
      const key = balanceId === null ? { owner: owner ?? '', sequence: sequence ?? 0 } : { balanceId }
      expect((await findDeposit(db, key))?.id).toBe(lockId)
      const end = () => endDeposit(db, { id: lockId, end: 'expired', hash: randomUUID(), at: hours(30) })
      expect([await end(), await end()]).toEqual([true, false])
    }
    const open = await takeOpenDeposits(db, { before: hours(40), now: hours(40), take: 100 })
    expect(idsOf(open)).not.toContain(stellar.lockId)
    expect(idsOf(open)).not.toContain(xrp.lockId)
    expect(await findCountingDeposit(db, (await anAgreedEscrow(db)).id)).toBeNull()
    expect(await findDeposit(db, { balanceId: 'unknown' })).toBeNull()
  })

  test('that count for nothing are asked about a few at a time, each in its turn, and no more when they are gone', async () => {
    const locked = await aDepositedEscrow(db)
    const others = Array.from({ length: 5 }, () => depositOf(locked, { differences: ['amount'] }))
    await db.holdLock.createMany({ data: others })
    const take = async (now: Date) =>
      (await takeOtherDeposits(db, { escrowId: locked.id, now, take: 3 })).map(({ id }) => id)
    const [first, second] = [await take(hours(2)), await take(hours(3))]
    expect([first.length, second.length]).toEqual([3, 3])
    expect(new Set([...first, ...second])).toEqual(new Set(others.map(({ id }) => id)))
    const [gone] = others
    const end = { id: gone?.id ?? '', end: 'expired', hash: randomUUID(), at: hours(4) } as const
    await db.$transaction((tx) => endDeposit(tx, end))
    expect([...(await take(hours(5))), ...(await take(hours(6)))]).not.toContain(gone?.id)
    expect(await findUselessBalances(db, locked.agreementId)).toEqual(new Set(others.map(({ balanceId }) => balanceId)))
  })
})
