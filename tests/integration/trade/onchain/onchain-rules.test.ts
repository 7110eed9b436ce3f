/** On-chain escrows: what was agreed, deposited, and what funds; kept by the database whatever the code does. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import {
  type Agreed,
  aDepositedEscrow,
  agreementOf,
  anAgreedEscrow,
  anOnchainEscrow,
  aSecret,
  deadline,
  depositOf,
  ended,
  fund,
  hours,
  openingOf,
  prepare,
} from '#tests/support/onchain/onchain-rows.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { agree, ask, dispute } from '#tests/support/settlement/settlement-rows.ts'
import { anEscrow, arrived, at, aUser, releaseOf, runOutLeases } from '#tests/support/world/rows.ts'

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

const onchainOf = (escrowId: string, changes: object = {}) => ({
  escrowId,
  buyerWallet: 'B',
  deadline,
  createdAt: at,
  ...changes,
})
const ofOnchain = (escrowId: string) => ({ where: { escrowId } })
const ofAgreement = ({ agreementId: id }: Agreed) => ({ where: { id } })

/** A buyer for whom Stellar binds reserves of ours. */
const paid = async () => ({ buyerId: (await aUser(db, { role: 'buyer', hasPaid: true })).id })

describe('who holds an escrow', () => {
  test('never changes, and is Quayside unless it was opened otherwise', async () => {
    const { id, heldBy } = await anEscrow(db)
    expect(heldBy).toBe('quayside')
    await expect(db.escrow.update({ where: { id }, data: { heldBy: 'ledger' } })).rejects.toThrow(/keeps who holds it/)
    const held = await anOnchainEscrow(db)
    const back = db.escrow.update({ where: { id: held.id }, data: { heldBy: 'quayside' } })
    await expect(back).rejects.toThrow(/keeps who holds it/)
  })

  test('is the ledger where both hold and escrow say so, made together', async () => {
    await expect(anEscrow(db, { heldBy: 'ledger' })).rejects.toThrow(/nobody agreed how/)
    const { id } = await anEscrow(db, await paid())
    await expect(db.hold.create({ data: onchainOf(id) })).rejects.toThrow(/held by Quayside/)
  })

  test('is agreed with a wallet and a date to come, in whole seconds, and stays so', async () => {
    for (const [changes, said] of [
      [{ deadline: new Date(deadline.getTime() + 1) }, /deadline_whole/],
      [{ deadline: at }, /has passed/],
      [{ buyerWallet: ' ' }, /wallet_stated/],
    ] as const) {
      const opened = db.$transaction(async (tx) => {
        const { id } = await anEscrow(tx as Database, { heldBy: 'ledger', ...(await paid()) })
        await tx.hold.create({ data: onchainOf(id, changes) })
      })
      await expect(opened).rejects.toThrow(said)
    }
    const { id } = await anOnchainEscrow(db)
    await expect(db.hold.update({ ...ofOnchain(id), data: { deadline: hours(48) } })).rejects.toThrow(
      /stay what they are/,
    )
    await expect(db.hold.delete(ofOnchain(id))).rejects.toThrow(/stay what they are/)
  })

  test('decides who pays: no payout leaves what Quayside does not have, and no payment counts for it', async () => {
    const { id } = await aDepositedEscrow(db)
    await expect(payOut(db, releaseOf(id))).rejects.toThrow(/held by the ledger/)
    const { id: other } = await anAgreedEscrow(db)
    const payment = { ...arrived('1'), escrowId: other }
    await expect(db.ledgerPayment.create({ data: payment })).rejects.toThrow(/is not what escrow/)
    await db.ledgerPayment.create({ data: { ...payment, problem: 'unknown_memo', escrowId: null } })
  })
})

describe('an agreement', () => {
  test('is the seller’s, with another wallet than the buyer’s, and begins with nothing else', async () => {
    const held = await anOnchainEscrow(db)
    for (const [changes, said] of [
      [{ agreedById: held.buyerId }, /only its seller/],
      [{ agreedById: (await aUser(db)).id }, /only its seller/],
      [{ sellerWallet: 'B' }, /same wallet/],
      [{ sellerWallet: '' }, /wallet_stated/],
      [{ sellerTag: '7' }, /no tag/],
      [{ agreedAt: deadline }, /nothing is agreed any more/],
      [{ account: 'E', arbiter: 'A', sponsor: 'P' }, /begins with nothing/],
      [{ supersededAt: at }, /begins with nothing/],
    ] as const) {
      await expect(db.holdAgreement.create({ data: agreementOf(held, changes) })).rejects.toThrow(said)
    }
    await db.holdAgreement.create({ data: agreementOf(held) })
    const xrp = await anOnchainEscrow(db, { currency: 'XRP' })
    await db.holdAgreement.create({ data: agreementOf(xrp, { sellerTag: '7' }) })
  })

  test('is one at a time: another wallet is another row, until a lock counts', async () => {
    const agreed = await anAgreedEscrow(db)
    const another = () => agreementOf(agreed, { sellerWallet: 'T', agreedAt: hours(1) })
    await expect(db.holdAgreement.create({ data: another() })).rejects.toMatchObject({ code: 'P2002' })
    await db.holdAgreement.update({ ...ofAgreement(agreed), data: { supersededAt: hours(1) } })
    await db.holdAgreement.create({ data: another() })
    for (const supersededAt of [null, hours(2)]) {
      const changed = db.holdAgreement.update({ ...ofAgreement(agreed), data: { supersededAt } })
      await expect(changed).rejects.toThrow(/stays what it is/)
    }
    const locked = await aDepositedEscrow(db)
    const late = db.holdAgreement.update({ ...ofAgreement(locked), data: { supersededAt: hours(2) } })
    await expect(late).rejects.toThrow(/is locked for the wallet/)
    await expect(db.holdAgreement.create({ data: agreementOf(locked) })).rejects.toThrow(/nothing is agreed any more/)
  })

  test('is never reworded or deleted, and none is made of what was called off', async () => {
    const agreed = await anAgreedEscrow(db)
    for (const data of [{ sellerWallet: 'T' }, { agreedAt: hours(1) }, { sellerTag: '1' }]) {
      await expect(db.holdAgreement.update({ ...ofAgreement(agreed), data })).rejects.toThrow(/stays what it is/)
    }
    await expect(db.holdAgreement.delete(ofAgreement(agreed))).rejects.toThrow(/never deleted/)
    const { id, ...held } = await anOnchainEscrow(db)
    await db.escrow.update({ where: { id }, data: { cancelledAt: at } })
    await expect(db.holdAgreement.create({ data: agreementOf({ id, ...held }) })).rejects.toThrow(/nothing is agreed/)
  })

  test('has an account that was opened by what was stored, and keeps it', async () => {
    const held = await anOnchainEscrow(db)
    const { id: agreementId } = await db.holdAgreement.create({ data: agreementOf(held) })
    const set = (data: object) => db.holdAgreement.update({ where: { id: agreementId }, data })
    await expect(db.transferAttempt.create({ data: await openingOf(db, agreementId) })).rejects.toThrow(
      /no account is wanted/,
    )
    await expect(set({ account: 'E' })).rejects.toThrow(/account_whole/)
    await expect(aSecret(db, { id: held.id, agreementId })).rejects.toThrow(/not of this ledger/)
    await set({ account: randomUUID(), arbiter: 'A', sponsor: 'P' })
    await expect(set({ openedAt: at })).rejects.toThrow(/no account .* was opened/)
    const { id } = await db.transferAttempt.create({ data: await openingOf(db, agreementId) })
    await expect(set({ account: randomUUID() })).rejects.toThrow(/is on its way/)
    await db.transferAttempt.update({ where: { id }, data: { state: 'expired', closedAt: at } })
    await set({ account: randomUUID() })
    const again = await db.transferAttempt.create({ data: await openingOf(db, agreementId) })
    await db.transferAttempt.update({ where: { id: again.id }, data: { state: 'settled', closedAt: at } })
    await set({ openedAt: at })
    for (const data of [{ account: randomUUID() }, { openedAt: hours(1) }, { arbiter: 'B' }]) {
      await expect(set(data)).rejects.toThrow(/stays what it is/)
    }
  })

  test('is ready on the XRP Ledger once it has a secret, and has no account there', async () => {
    const agreed = await anAgreedEscrow(db, { currency: 'XRP' })
    const set = (data: object) => db.holdAgreement.update({ ...ofAgreement(agreed), data })
    await expect(set({ openedAt: hours(1) })).rejects.toThrow(/stays what it is/)
    const other = await anOnchainEscrow(db, { currency: 'XRP' })
    const { id } = await db.holdAgreement.create({ data: agreementOf(other) })
    const account = { account: 'E', arbiter: 'A', sponsor: 'P' }
    await expect(db.holdAgreement.update({ where: { id }, data: account })).rejects.toThrow(/not of this ledger/)
    const early = db.holdAgreement.update({ where: { id }, data: { openedAt: at } })
    await expect(early).rejects.toThrow(/no secret/)
    await aSecret(db, { id: other.id, agreementId: id })
    await db.holdAgreement.update({ where: { id }, data: { openedAt: at } })
  })

  test('is opened under the lease alone, once at a time, by an envelope that stays', async () => {
    const held = await anOnchainEscrow(db)
    const { id: agreementId } = await db.holdAgreement.create({ data: agreementOf(held) })
    await db.holdAgreement.update({
      where: { id: agreementId },
      data: { account: randomUUID(), arbiter: 'A', sponsor: 'P' },
    })
    const opening = await openingOf(db, agreementId)
    await runOutLeases(db)
    await expect(db.transferAttempt.create({ data: opening })).rejects.toThrow(/lease/)
    const stored = await db.transferAttempt.create({ data: await openingOf(db, agreementId) })
    const second = db.transferAttempt.create({ data: await openingOf(db, agreementId) })
    await expect(second).rejects.toMatchObject({ code: 'P2002' })
    const where = { id: stored.id }
    await expect(db.transferAttempt.update({ where, data: { blob: 'other' } })).rejects.toThrow(/as it was signed/)
    await expect(db.transferAttempt.update({ where, data: { state: 'settled' } })).rejects.toThrow(/closed_has_time/)
    await db.transferAttempt.update({ where, data: { state: 'settled', closedAt: at } })
    await expect(db.transferAttempt.update({ where, data: { state: 'failed' } })).rejects.toThrow(/is closed/)
    await expect(db.transferAttempt.delete({ where })).rejects.toThrow(/never deleted/)
    const sentBefore = { ...(await openingOf(db, agreementId)), state: 'settled' as const, closedAt: at }
    await expect(db.transferAttempt.create({ data: sentBefore })).rejects.toThrow(/stored before it is sent|P2002/)
  })
})

describe('a lock', () => {
  test('is found once, for what can be locked, and stays written', async () => {
    const agreed = await anAgreedEscrow(db)
    const lock = depositOf(agreed, { differences: ['amount'] })
    await db.holdLock.create({ data: lock })
    const twice = db.holdLock.create({ data: depositOf(agreed, { balanceId: lock.balanceId ?? null }) })
    await expect(twice).rejects.toMatchObject({ code: 'P2002' })
    const where = { id: lock.id }
    await expect(db.holdLock.update({ where, data: { hash: 'other' } })).rejects.toThrow(/stays what it is/)
    await expect(db.holdLock.delete({ where })).rejects.toThrow(/never deleted/)
    const unprepared = await anOnchainEscrow(db)
    const { id: agreementId } = await db.holdAgreement.create({ data: agreementOf(unprepared) })
    const early = db.holdLock.create({ data: depositOf({ ...unprepared, agreementId, account: '' }) })
    await expect(early).rejects.toThrow(/nothing can be locked/)
    const otherLedger = { balanceId: null, owner: 'B', sequence: 1n }
    await expect(db.holdLock.create({ data: depositOf(agreed, otherLedger) })).rejects.toThrow(/nothing can be locked/)
    const stranger = depositOf({ ...agreed, id: (await anOnchainEscrow(db)).id })
    await expect(db.holdLock.create({ data: stranger })).rejects.toThrow()
  })

  test('funds its escrow in the same transaction, with nothing made up, and is the only one that does', async () => {
    const locked = await aDepositedEscrow(db)
    const booked = await db.bookPosting.count({ where: { account: `escrow:${locked.id}` } })
    expect(booked).toBe(0)
    const another = depositOf(locked, { counts: true, lockedAt: hours(2) })
    await expect(db.holdLock.create({ data: another })).rejects.toThrow(/too late/)
    await db.holdLock.create({ data: { ...another, counts: false } })
    const alone = await anAgreedEscrow(db)
    await expect(db.holdLock.create({ data: depositOf(alone, { counts: true }) })).rejects.toThrow(/is not funded/)
    const { hash } = await db.holdLock.create({ data: depositOf(alone) })
    await expect(fund(db, alone.id, hash)).rejects.toThrow(/nothing is locked that counts/)
    await expect(db.escrow.update({ where: { id: alone.id }, data: { receivedAmount: '1' } })).rejects.toThrow(
      /has not received/,
    )
    const uncounted = db.holdLock.update({ where: { id: locked.lockId }, data: { counts: false } })
    await expect(uncounted).rejects.toThrow(/stays what it is/)
  })

  test.each<[string, object]>([
    ['differs', { differences: ['amount'] }],
    ['was made from the date on', { lockedAt: deadline }],
    ['has ended', { end: 'expired', endHash: 'h', endedAt: hours(2) }],
  ])('counts for nothing when it %s', async (_, changes) => {
    const agreed = await anAgreedEscrow(db)
    await expect(db.holdLock.create({ data: depositOf(agreed, { counts: true, ...changes }) })).rejects.toThrow(
      /counts_as_agreed|too late|has ended/,
    )
    await db.holdLock.create({ data: depositOf(agreed, changes) })
  })

  test('for a wallet that is agreed no more, or of what was called off, counts for nothing', async () => {
    const changed = await anAgreedEscrow(db)
    await db.holdAgreement.update({ ...ofAgreement(changed), data: { supersededAt: hours(1) } })
    await expect(db.holdLock.create({ data: depositOf(changed, { counts: true }) })).rejects.toThrow(/agreed no more/)
    await db.holdLock.create({ data: depositOf(changed) })
    const off = await anAgreedEscrow(db)
    await db.escrow.update({ where: { id: off.id }, data: { cancelledAt: hours(1) } })
    await expect(db.holdLock.create({ data: depositOf(off, { counts: true }) })).rejects.toThrow(/too late/)
  })

  test('ends once; the XRP Ledger divides nothing', async () => {
    const locked = await aDepositedEscrow(db)
    await ended(db, locked, 'expired', 'h')
    await expect(ended(db, locked, 'released', 'h')).rejects.toThrow(/stays what it is/)
    const xrp = await aDepositedEscrow(db, { currency: 'XRP' })
    await expect(ended(db, xrp, 'divided', 'h')).rejects.toThrow(/cannot have been divided/)
    await expect(db.holdLock.update({ where: { id: xrp.lockId }, data: { end: 'expired' } })).rejects.toThrow(
      /end_whole/,
    )
  })
})

describe('the record of a held escrow', () => {
  test('is corrected no more when its seller has agreed, and names the wallet of the agreement', async () => {
    const held = await anOnchainEscrow(db, { sellerId: null, sellerEmail: 'seller@example.org' })
    const correct = (data: object) => db.escrow.update({ where: { id: held.id }, data })
    await correct({ amount: '2', correctedAt: at })
    const { id: agreementId } = await db.holdAgreement.create({ data: agreementOf(held) })
    await expect(correct({ amount: '3', correctedAt: hours(1) })).rejects.toThrow(/keeps its terms/)
    await expect(correct({ payoutAddress: 'T' })).rejects.toThrow(/wallet that was agreed/)
    await expect(correct({ payoutAddress: 'S', payoutMemo: '7' })).rejects.toThrow(/wallet that was agreed/)
    await prepare(db, held, agreementId)
    await correct({ payoutAddress: 'S' })
  })

  test('names another wallet as soon as another one is agreed', async () => {
    const agreed = await anAgreedEscrow(db)
    await db.escrow.update({ where: { id: agreed.id }, data: { payoutAddress: 'S' } })
    const agreeAnew = (payoutAddress: string) =>
      db.$transaction([
        db.holdAgreement.update({ where: { id: agreed.agreementId }, data: { supersededAt: hours(1) } }),
        db.holdAgreement.create({ data: agreementOf(agreed, { sellerWallet: 'T', agreedAt: hours(1) }) }),
        db.escrow.update({ where: { id: agreed.id }, data: { payoutAddress } }),
      ])
    await expect(agreeAnew('S')).rejects.toThrow(/wallet/)
    const silently = db.$transaction([
      db.holdAgreement.update({ where: { id: agreed.agreementId }, data: { supersededAt: hours(1) } }),
      db.holdAgreement.create({ data: agreementOf(agreed, { sellerWallet: 'T', agreedAt: hours(1) }) }),
    ])
    await expect(silently).rejects.toThrow(/confirmed with another wallet than is agreed/)
    await agreeAnew('T')
  })

  test('is asked about while the ledger holds it, as another one is', async () => {
    const [unlocked, locked, over] = [await anAgreedEscrow(db), await aDepositedEscrow(db), await aDepositedEscrow(db)]
    await expect(ask(db, unlocked.id)).rejects.toThrow(/holds nothing to decide/)
    await agree(db, locked.id)
    await ended(db, over, 'released', randomUUID())
    await expect(dispute(db, over.id)).rejects.toThrow(/holds nothing to decide/)
  })

  test('keeps the accounts of both sides open until the ledger holds nothing', async () => {
    const open = async (personId: string) =>
      (await db.$queryRaw<object[]>`select * from "open_work_of"(${personId}::uuid)`).length
    const locked = await aDepositedEscrow(db)
    expect([await open(locked.buyerId), await open(locked.sellerId)]).toEqual([1, 1])
    await ended(db, locked, 'released', randomUUID())
    expect([await open(locked.buyerId), await open(locked.sellerId)]).toEqual([0, 0])
    const { id, buyerId } = await anOnchainEscrow(db)
    expect(await open(buyerId)).toBe(1)
    await db.escrow.update({ where: { id }, data: { cancelledAt: at } })
    expect(await open(buyerId)).toBe(0)
  })
})
