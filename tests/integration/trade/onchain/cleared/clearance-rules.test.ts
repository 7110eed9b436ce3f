/** What is compared, weighed and cleared before a deposit; kept by the database itself (docs/decisions/119). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import {
  type Agreed,
  aClearance,
  aDepositedEscrow,
  aDueOnchain,
  agreementOf,
  anAgreedEscrow,
  anOnchainEscrow,
  anOpenClearance,
  beginSettlement,
  compared,
  depositOf,
  envelopeOf,
  fund,
  hours,
  move,
  openingOf,
  prepare,
  shares,
  sign,
} from '#tests/support/onchain/onchain-rows.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { anEnvelope, at, aUser, runOutLeases } from '#tests/support/world/rows.ts'

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

/** Agreed and prepared, and no clearance was asked for. */
async function anUnclearedEscrow(changes: Parameters<typeof anOnchainEscrow>[1] = {}): Promise<Agreed> {
  const held = await anOnchainEscrow(db, changes)
  const { id: agreementId } = await db.holdAgreement.create({ data: agreementOf(held) })
  return { ...held, agreementId, account: await prepare(db, held, agreementId) }
}

const open = ({ id: escrowId, agreementId }: Agreed) => anOpenClearance(db, { escrowId, agreementId })
const set = (id: string, data: object) => db.holdClearance.update({ where: { id }, data })
const through = { clearedAt: new Date(), goodUntil: hours(24) }

async function reviewed(subject: string, state: string, personId: string | null = null): Promise<void> {
  const read = { list: 'un', fetchedAt: at, address: 'a list', sha256: randomUUID(), bytes: 1, reader: 1 }
  const snapshot = await db.listSnapshot.create({ data: { ...read, parsedCount: 1, added: 1, ended: 0 } })
  const listed = { list: 'un', sourceId: randomUUID(), hash: randomUUID(), kind: 'person', detail: {}, since: at }
  const { id: entryId } = await db.listEntry.create({ data: { ...listed, snapshotId: snapshot.id } })
  const facts = { subjectHash: 'x', entryId, entryHash: 'h', by: 'name', typed: 't', listed: 'l' }
  const review = { subject, personId, ...facts, score: '0.9', words: [], openedAt: at }
  await db.$executeRaw`alter table "screening_review" disable trigger user`
  const decidedById = (await aUser(db, { role: 'admin' })).id
  const decided = state === 'true_match' ? { decidedById, decidedAt: at, reason: 'Compared.' } : {}
  await db.screeningReview.create({ data: { ...review, ...decided, state } })
  await db.$executeRaw`alter table "screening_review" enable trigger user`
}

describe('a clearance', () => {
  test('begins with nothing, one at a time, and is never deleted', async () => {
    const agreed = await anUnclearedEscrow()
    const row = { id: randomUUID(), escrowId: agreed.id, agreementId: agreed.agreementId, askedAt: at }
    for (const data of [{ waitsFor: 'check' }, through, { aboveLimit: 'day' }, { closedAt: at }]) {
      await expect(db.holdClearance.create({ data: { ...row, ...data } })).rejects.toThrow(/begins with nothing/)
    }
    const id = await open(agreed)
    await expect(open(agreed)).rejects.toMatchObject({ code: 'P2002' })
    await expect(db.holdClearance.delete({ where: { id } })).rejects.toThrow(/never deleted/)
    await set(id, { closedAt: at })
    await open(agreed)
    await expect(set(id, { closedAt: null })).rejects.toThrow(/stays what it is/)
  })

  test('is through when both wallets were compared within the hour and are clear, and good for a week at most', async () => {
    const agreed = await anUnclearedEscrow()
    const id = await open(agreed)
    await expect(set(id, through)).rejects.toThrow(/was not compared/)
    await compared(db, { id, outcome: 'unavailable' })
    await expect(set(id, through)).rejects.toThrow(/was not compared/)
    const other = await open(await anUnclearedEscrow())
    await compared(db, { id: other, sellerWallet: 'T' })
    await expect(set(other, through)).rejects.toThrow(/another wallet/)
    const good = await open(await anUnclearedEscrow())
    await compared(db, { id: good })
    await expect(set(good, { ...through, goodUntil: hours(7 * 24 + 2) })).rejects.toThrow(/was not compared/)
    await set(good, { ...through, goodUntil: hours(7 * 24) })
    await expect(set(good, { goodUntil: hours(8 * 24) })).rejects.toThrow(/stays what it is/)
  })

  test.each([
    ['the buyer', (of: Agreed) => [`user:${of.buyerId}`, of.buyerId] as const],
    ['the seller', (of: Agreed) => [`user:${of.sellerId}`, of.sellerId] as const],
    ['the buyer, for another wallet', (of: Agreed) => [`wallet:${randomUUID()}`, of.buyerId] as const],
  ])('is not through while %s is like an entry', async (_, who) => {
    const agreed = await anUnclearedEscrow()
    const id = await open(agreed)
    await compared(db, { id })
    const [subject, personId] = who(agreed)
    await reviewed(subject, 'open', personId)
    await expect(set(id, through)).rejects.toThrow(/waits until somebody has looked/)
  })

  test('above a limit takes one operator, who changed no account of a side, once', async () => {
    const agreed = await anUnclearedEscrow()
    const id = await open(agreed)
    await compared(db, { id })
    const operator = await aUser(db, { role: 'admin' })
    const approve = (operatorId: string, address = 'S') =>
      db.settlementApproval.create({
        data: { clearanceId: id, operatorId, address, aboveLimit: 'payout', reason: 'Called.' },
      })
    await expect(approve(operator.id)).rejects.toThrow(/does not wait for this approval/)
    await set(id, { aboveLimit: 'payout', usdValue: '99.00', waitsFor: 'second_operator' })
    await expect(set(id, { waitsFor: null, ...through })).rejects.toThrow(/above a limit and nobody has approved it/)
    await expect(approve(operator.id, 'T')).rejects.toThrow(/does not wait for this approval/)
    await expect(approve(agreed.buyerId)).rejects.toThrow(/only operators/)
    const changer = await aUser(db, { role: 'admin' })
    const change = { id: randomUUID(), kind: 'address', userId: agreed.sellerId, changedById: changer.id, reason: 'r' }
    await db.accountChange.create({ data: { ...change, changedAt: at, stillUntil: hours(1) } })
    await expect(approve(changer.id)).rejects.toThrow(/whoever changed an account/)
    await approve(operator.id)
    await expect(approve((await aUser(db, { role: 'admin' })).id)).rejects.toMatchObject({ code: 'P2002' })
    await expect(set(id, { aboveLimit: null })).rejects.toThrow(/stays what it is/)
    await set(id, { waitsFor: null, ...through })
  })

  test('is approved by nobody who is a party of it, operator or not', async () => {
    const agreed = await anUnclearedEscrow()
    const id = await open(agreed)
    await set(id, { aboveLimit: 'payout', usdValue: '99.00' })
    await db.$executeRaw`alter table "user" disable trigger user`
    await db.user.update({ where: { id: agreed.sellerId ?? '' }, data: { role: 'admin' } })
    await db.$executeRaw`alter table "user" enable trigger user`
    const data = { clearanceId: id, operatorId: agreed.sellerId ?? '', address: 'S', aboveLimit: 'payout', reason: 'r' }
    await expect(db.settlementApproval.create({ data })).rejects.toThrow(/does not approve it, too/)
  })
})

describe('a lock', () => {
  test('counts for nothing before it was let through, and from then on', async () => {
    const agreed = await anUnclearedEscrow()
    const early = depositOf(agreed)
    await db.holdLock.create({ data: early })
    const count = () =>
      db.$transaction(async (tx) => {
        await tx.holdLock.update({ where: { id: early.id }, data: { counts: true } })
        await fund(tx, agreed.id, early.hash)
      })
    await expect(count()).rejects.toThrow(/was not let through/)
    const id = await aClearance(db, agreed)
    await count()
    expect((await db.holdClearance.findUniqueOrThrow({ where: { id } })).usedAt).not.toBeNull()
  })

  test('counts for a day after the lock was last offered, and not later', async () => {
    async function lockAfter(hour: number): Promise<void> {
      const agreed = await anAgreedEscrow(db)
      // The date of these rows is a day after all else; only the clearance is tested here.
      await db.$executeRaw`alter table "hold" disable trigger user`
      await db.hold.update({ where: { escrowId: agreed.id }, data: { deadline: hours(100 * 24) } })
      await db.$executeRaw`alter table "hold" enable trigger user`
      const lock = depositOf(agreed, { counts: true, lockedAt: hours(hour) })
      await db.$transaction(async (tx) => {
        await tx.holdLock.create({ data: lock })
        await fund(tx, agreed.id, lock.hash, lock.lockedAt)
      })
    }
    await lockAfter(7 * 24)
    await expect(lockAfter(7 * 24 + 1)).rejects.toThrow(/was not let through/)
  })
})

describe('a way out', () => {
  test('needs no comparison and no operator, and goes on while somebody is like an entry', async () => {
    const locked = await aDueOnchain(db)
    const exit = await beginSettlement(db, locked)
    await reviewed(`user:${locked.buyerId}`, 'open', locked.buyerId)
    await reviewed('wallet:S-other', 'in_review', locked.sellerId)
    for (const address of ['B', 'A']) await sign(db, exit.id, address)
    await move(db, exit.id, 'ready')
    await db.transferAttempt.create({ data: await envelopeOf(db, exit) })
    await runOutLeases(db)
  })

  test.each(['buyerId', 'sellerId'] as const)('is held by a confirmed match of the %s', async (side) => {
    const locked = await aDueOnchain(db)
    const exit = await beginSettlement(db, locked)
    await reviewed(`user:${locked[side]}`, 'true_match', locked[side])
    await sign(db, exit.id, 'B')
    await expect(sign(db, exit.id, 'A')).rejects.toThrow(/is on a list/)
    await sign(db, exit.id, 'S')
    await move(db, exit.id, 'ready')
    await expect(db.transferAttempt.create({ data: await envelopeOf(db, exit) })).rejects.toThrow(/is on a list/)
    await runOutLeases(db)
  })

  test('of what was locked before there were clearances is signed for when it was weighed; its sides and its date need nobody', async () => {
    const locked = await aDueOnchain(db)
    await withoutClearances(locked.id)
    const exit = await beginSettlement(db, locked)
    await sign(db, exit.id, 'B')
    await expect(sign(db, exit.id, 'A')).rejects.toThrow(/was not weighed/)
    // Weighed once, without a comparison: it is deposited.
    const id = await open(locked)
    await set(id, { clearedAt: new Date(), goodUntil: hours(24), usedAt: new Date() })
    await sign(db, exit.id, 'A')

    const bySides = await aDueOnchain(db)
    await withoutClearances(bySides.id)
    const theirs = await beginSettlement(db, bySides)
    for (const address of ['B', 'S']) await sign(db, theirs.id, address)
    await move(db, theirs.id, 'ready')
    await db.transferAttempt.create({ data: await envelopeOf(db, theirs) })
    await runOutLeases(db)

    const lapsed = await aDepositedEscrow(db)
    await withoutClearances(lapsed.id)
    const expiry = { purpose: 'expiry', ...shares.back, createdAt: hours(24) } as const
    const back = await beginSettlement(db, lapsed, expiry)
    for (const address of ['B', 'A']) await sign(db, back.id, address)
  })
})

async function withoutClearances(escrowId: string): Promise<void> {
  await db.$executeRaw`alter table "hold_clearance" disable trigger user`
  await db.holdClearance.deleteMany({ where: { escrowId } })
  await db.$executeRaw`alter table "hold_clearance" enable trigger user`
}

test('a stop of payouts lets what is locked be settled, and opens nothing', async () => {
  const stop = await db.payoutStop.create({ data: { network: 'stellar', cause: 'books', reason: 'A difference' } })
  try {
    const held = await anOnchainEscrow(db)
    const { id: agreementId } = await db.holdAgreement.create({ data: agreementOf(held) })
    const account = { account: randomUUID(), arbiter: 'A', sponsor: 'P' }
    await db.holdAgreement.update({ where: { id: agreementId }, data: account })
    await expect(db.transferAttempt.create({ data: await openingOf(db, agreementId) })).rejects.toThrow(/are stopped/)
  } finally {
    await db.payoutStop.update({ where: { id: stop.id }, data: { endedAt: new Date(), endReason: 'Explained' } })
  }
})

test('a stop of payouts lets the keeper of the XRP Ledger make tickets, and no account of clients', async () => {
  const accounts = { keeper: 'rKeeper', escrow: 'rEscrow' } as const
  for (const [purpose, address] of Object.entries(accounts)) {
    await db.platformAccount.create({ data: { network: 'xrpl', chain: '0', purpose, address } })
  }
  const stop = await db.payoutStop.create({ data: { network: 'xrpl', cause: 'books', reason: 'A difference' } })
  await db.payoutLease.create({
    data: { network: 'xrpl', holder: 'a worker', epoch: 1n, until: new Date(Date.now() + 3_600_000) },
  })
  const ticketsOf = async (source: string) => {
    const { laneKey: _, ...envelope } = await anEnvelope(db, { network: 'xrpl', leaseEpoch: 1n, source })
    return db.transferAttempt.create({ data: { ...envelope, purpose: 'tickets' } })
  }
  try {
    await ticketsOf(accounts.keeper)
    await expect(ticketsOf(accounts.escrow)).rejects.toThrow(/are stopped/)
  } finally {
    await db.payoutStop.update({ where: { id: stop.id }, data: { endedAt: new Date(), endReason: 'Explained' } })
  }
})
