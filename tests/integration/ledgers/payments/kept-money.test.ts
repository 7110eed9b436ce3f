/** Records of money are permanent: the database changes and deletes none of them, whatever the code does. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { aFundedEscrow, anOverfundedEscrow, returnOf } from '#tests/support/settlement/settlement-rows.ts'
import { aDueEscrow, anEnvelopeOf, anEscrow, arrived, at, aUser, releaseOf } from '#tests/support/world/rows.ts'

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

const envelope = (payoutId: string) => anEnvelopeOf(db, payoutId)
const aPayout = async () => payOut(db, releaseOf((await aDueEscrow(db)).id))

test('a payout begins queued, takes no short cut, and is never deleted', async () => {
  const { id: escrowId } = await aDueEscrow(db)
  const paid = { state: 'confirmed' as const, settledHash: randomUUID() }
  await expect(payOut(db, { ...releaseOf(escrowId), ...paid })).rejects.toThrow(/begins with nothing signed/)
  const { id } = await payOut(db, releaseOf(escrowId))
  await expect(db.transfer.update({ where: { id }, data: { state: 'submitted' } })).rejects.toThrow(
    /cannot go from queued to submitted/,
  )
  await expect(db.transfer.update({ where: { id }, data: paid })).rejects.toThrow(/does not say/)
  await db.transfer.update({ where: { id }, data: { state: 'signed' } })
  await expect(db.transfer.update({ where: { id }, data: paid })).rejects.toThrow(/does not say/)
  await expect(db.transfer.delete({ where: { id } })).rejects.toThrow(/never deleted/)
})

test('a payout on its way goes back to the queue only when its envelope cannot pay, and to no other wallet', async () => {
  const { id: escrowId } = await anOverfundedEscrow(db)
  const { id } = await payOut(db, returnOf(escrowId, '3'))
  const { id: attemptId } = await db.transferAttempt.create({ data: await envelope(id) })
  await db.transfer.update({ where: { id }, data: { state: 'signed' } })
  await db.escrow.update({ where: { id: escrowId }, data: { refundAddress: 'S' } })
  for (const now of [{ state: 'live' }, { state: 'settled', closedAt: at }] as const) {
    await db.transferAttempt.update({ where: { id: attemptId }, data: now })
    await expect(db.transfer.update({ where: { id }, data: { state: 'queued' } })).rejects.toThrow(/on its way/)
    await expect(db.transfer.update({ where: { id }, data: { address: 'S' } })).rejects.toThrow(/on its way/)
    const { id: next } = await aPayout()
    await expect(db.transferAttempt.update({ where: { id: attemptId }, data: { payoutId: next } })).rejects.toThrow(
      /stays as it was signed/,
    )
  }
  await expect(db.transferAttempt.update({ where: { id: attemptId }, data: { state: 'failed' } })).rejects.toThrow(
    /is closed/,
  )
  await expect(db.transferAttempt.delete({ where: { id: attemptId } })).rejects.toThrow(/never deleted/)
})

test('a payout that is stopped goes to the wallet in the record, and to no other', async () => {
  const { id: escrowId } = await anOverfundedEscrow(db)
  const { id } = await payOut(db, returnOf(escrowId, '3'))
  await db.transfer.update({ where: { id }, data: { state: 'blocked', blockedReason: 'wallet_deposit_auth' } })
  await expect(db.transfer.update({ where: { id }, data: { address: 'S' } })).rejects.toThrow(/owes no return/)
  await db.escrow.update({ where: { id: escrowId }, data: { refundAddress: 'S' } })
  await db.transfer.update({ where: { id }, data: { address: 'S', state: 'queued', blockedReason: null } })
})

test('a confirmed payout is final', async () => {
  const { id } = await aPayout()
  await db.transfer.update({ where: { id }, data: { state: 'signed' } })
  const paid = { state: 'settled', closedAt: at } as const
  const signed = await envelope(id)
  await expect(db.transferAttempt.create({ data: { ...signed, ...paid } })).rejects.toThrow(/stored before it is sent/)
  const { id: attemptId } = await db.transferAttempt.create({ data: signed })
  await db.transferAttempt.update({ where: { id: attemptId }, data: paid })
  await db.transfer.update({ where: { id }, data: { state: 'confirmed', settledHash: randomUUID(), settledAt: at } })
  for (const data of [
    { state: 'queued' as const, settledHash: null },
    { settledHash: randomUUID() },
    { address: 'H' },
    { amount: '1' },
  ]) {
    await expect(db.transfer.update({ where: { id }, data })).rejects.toThrow(/stays what it is/)
  }
  await db.transfer.update({ where: { id }, data: { updatedAt: at } })
})

test.each([{ amount: '2' }, { asset: 'USDC' as const }, { purpose: 'return' as const }, { network: 'xrpl' as const }])(
  'a payout keeps its terms: %o',
  async (data) => {
    const { id } = await aPayout()
    await expect(db.transfer.update({ where: { id }, data })).rejects.toThrow(/stays what it is/)
  },
)

test('a payout is made on the ledger of its asset, and of something', async () => {
  const { id } = await aDueEscrow(db)
  await expect(payOut(db, { ...releaseOf(id), network: 'xrpl' })).rejects.toThrow(/payout_network_fits_asset/)
  for (const amount of ['0', '-1']) {
    await expect(payOut(db, { ...returnOf(id, amount), address: 'G' })).rejects.toThrow()
  }
})

test('what arrived keeps its terms, and what was counted is counted for ever', async () => {
  const { id: escrowId } = await aFundedEscrow(db)
  const other = await aFundedEscrow(db)
  const { id } = await db.ledgerPayment.findFirstOrThrow({ where: { escrowId } })
  for (const data of [{ escrowId: other.id }, { escrowId: null }, { problem: 'needs_review' }]) {
    await expect(db.ledgerPayment.update({ where: { id }, data })).rejects.toThrow(/was counted/)
  }
  for (const data of [
    { amount: '100' },
    { hash: randomUUID() },
    { assetLabel: 'USDC' },
    { memo: '1' },
    { closedAt: new Date(0) },
  ]) {
    await expect(db.ledgerPayment.update({ where: { id }, data })).rejects.toThrow(/stays what it is/)
  }
  await expect(db.ledgerPayment.delete({ where: { id } })).rejects.toThrow(/never deleted/)
  const ahead = await db.ledgerPayment.create({ data: { ...arrived('1'), problem: 'unknown_memo' } })
  const received = async () => (await db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).receivedAmount
  const before = await received()
  await db.ledgerPayment.update({ where: { id: ahead.id }, data: { problem: null, escrowId } })
  expect((await received()).minus(before).toFixed()).toBe('1')
})

test('an escrow keeps its terms, its seller, its money and its end', async () => {
  const { id } = await aFundedEscrow(db)
  const { id: stranger } = await aUser(db, { role: 'seller' })
  for (const data of [{ amount: '2' }, { account: 'x' }, { currency: 'USDC' as const }, { buyerId: stranger }]) {
    await expect(db.escrow.update({ where: { id }, data })).rejects.toThrow(/keeps its terms/)
  }
  await expect(db.escrow.update({ where: { id }, data: { sellerId: stranger } })).rejects.toThrow(/keeps its seller/)
  await expect(db.escrow.update({ where: { id }, data: { receivedAmount: '1' } })).rejects.toThrow(/has received/)
  const unfunded = { txValidated: false, verifiedAt: null }
  await expect(db.escrow.update({ where: { id }, data: unfunded })).rejects.toThrow(/stays funded/)
  await expect(db.escrow.update({ where: { id }, data: { cancelledAt: at } })).rejects.toThrow(
    /escrow_cancelled_is_unfunded/,
  )
  const { id: empty } = await anEscrow(db)
  const funded = { txValidated: true, verifiedAt: at }
  await expect(db.escrow.update({ where: { id: empty }, data: funded })).rejects.toThrow(/has not received its amount/)
  await db.escrow.update({ where: { id: empty }, data: { cancelledAt: at } })
  await expect(db.escrow.update({ where: { id: empty }, data: { cancelledAt: null } })).rejects.toThrow(
    /stays cancelled/,
  )
})
