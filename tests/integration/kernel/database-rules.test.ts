/** Rules that the database keeps whatever the code does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { PAYOUT_EDGES } from '#app/settlement/payouts/domain/payout.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { aDueEscrow, anEnvelopeOf, anEscrow, arrived, at, aUser, releaseOf } from '#tests/support/world/rows.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 2 })
})

afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

test('a hash pays one fee for a reference, and an account one fee', async () => {
  const usd = { transactionAmountUSD: '1', feeGrossUSD: '1', feeDiscountUSD: '0', feeNetUSD: '1', commissionUSD: '0' }
  const paid = { txid: 'h', payerWalletAddress: 'w', payWith: 'XLM', payToAddress: 'a', amountCrypto: '1' } as const
  const [one, other] = [await aUser(db), await aUser(db)]
  const fee = { ...usd, ...paid, commission: false, paymentHash: 'h', buyerUid: one.id, payToMemoOrTag: '1' }
  // The books are checked at the end of the transaction, which is never reached here.
  const twice = (again: object) =>
    db.$transaction(async (tx) => {
      await tx.feePayment.create({ data: fee })
      await tx.feePayment.create({ data: { ...fee, ...again } })
    })
  await expect(twice({ buyerUid: other.id })).rejects.toMatchObject({ code: 'P2002' })
  await expect(twice({ payToMemoOrTag: '2' })).rejects.toMatchObject({ code: 'P2002' })
})

test('a payment of a ledger is stored once', async () => {
  const payment = {
    network: 'xrpl' as const,
    hash: 'AB',
    operation: '0',
    fromAddress: 'f',
    toAddress: 't',
    assetLabel: 'XRP',
    amount: '1',
    closedAt: at,
  }
  await db.ledgerPayment.create({ data: payment })
  await expect(db.ledgerPayment.create({ data: payment })).rejects.toMatchObject({ code: 'P2002' })
})

/** Allowed state changes of what takes an on-chain deposit off a ledger. */
const EXIT_EDGES = [
  ...['ready', 'confirmed', 'dead'].map((to) => ({ from: 'collecting', to })),
  ...['submitted', 'confirmed', 'dead'].map((to) => ({ from: 'ready', to })),
  ...['ready', 'dead'].map((to) => ({ from: 'submitted', to })),
]

test('a transfer moves along the edges of its life, and no others', async () => {
  const [trigger] = await db.$queryRaw<{ prosrc: string }[]>`select prosrc from pg_proc where proname = 'keep_transfer'`
  const list = /not in \(([\s\S]*?)\n\s*\), format/.exec(trigger?.prosrc ?? '')?.[1] ?? ''
  const kept = Array.from(list.matchAll(/\('(\w+)', '(\w+)'\)/g), ([, from, to]) => `${from} to ${to}`)
  expect(kept.toSorted()).toEqual([...PAYOUT_EDGES, ...EXIT_EDGES].map(({ from, to }) => `${from} to ${to}`).toSorted())
})

test('credits never fall below zero', async () => {
  const user = await aUser(db, { trialCredits: 0 })
  await expect(db.user.update({ where: { id: user.id }, data: { trialCredits: { decrement: 1 } } })).rejects.toThrow(
    /user_trialCredits_not_negative/,
  )
})

test('an escrow has one release, and a payout one envelope that is on its way or has paid', async () => {
  const data = releaseOf((await aDueEscrow(db, { payments: { create: arrived('3') } })).id)
  const payout = await payOut(db, data)
  await expect(payOut(db, data)).rejects.toMatchObject({ code: 'P2002' })
  const attempt = async (laneKey: string) => ({ data: await anEnvelopeOf(db, payout.id, { laneKey }) })
  const { id } = await db.transferAttempt.create(await attempt('lane a'))
  for (const now of [{ state: 'live' }, { state: 'settled', closedAt: at }] as const) {
    await db.transferAttempt.update({ where: { id }, data: now })
    await expect(db.transferAttempt.create(await attempt('lane b'))).rejects.toMatchObject({ code: 'P2002' })
  }
})

test('what was released can change neither its approval nor its payee', async () => {
  const escrow = await aDueEscrow(db)
  await payOut(db, releaseOf(escrow.id))
  for (const data of [{ documentApprovalStatus: 'Rejected' as const }, { payoutAddress: 'other' }, { amount: '2' }]) {
    await expect(db.escrow.update({ where: { id: escrow.id }, data })).rejects.toThrow(/has been settled/)
  }
  await db.escrow.update({ where: { id: escrow.id }, data: { releasedAt: at } })
})

test.each([
  ['is not funded', { txValidated: false, verifiedAt: null }, {}],
  ['is not approved', { documentApprovalStatus: 'Pending' }, {}],
  ['is to be paid to another wallet', {}, { address: 'H' }],
  ['has another memo', { payoutMemo: '7' }, {}],
  ['is for another amount', {}, { amount: '2' }],
  ['is in another currency', {}, { asset: 'USDC' }],
] as const)('nothing is released from an escrow that %s', async (_, facts, payout) => {
  const { id } = await aDueEscrow(db, facts)
  await expect(payOut(db, { ...releaseOf(id), ...payout })).rejects.toThrow(/owes no release|is held in/)
})

test('a coupon takes off and pays out no more than there is', async () => {
  const code = { code: 'X', resellerId: 'r', resellerName: 'R' }
  await expect(db.resellerCode.create({ data: { id: 'X1', ...code, discountRate: '1.01' } })).rejects.toThrow(
    /reseller_code_rates/,
  )
  await expect(db.resellerCode.create({ data: { id: 'X2', ...code, payoutRate: '-0.1' } })).rejects.toThrow(
    /reseller_code_rates/,
  )
})

test('approval without a confirmation is impossible, and so is a buyer who sells to themselves', async () => {
  await expect(anEscrow(db, { documentApprovalStatus: 'Approved' })).rejects.toThrow(
    /escrow_decided_after_confirmation/,
  )
  const escrow = await anEscrow(db)
  await expect(db.escrow.update({ where: { id: escrow.id }, data: { sellerId: escrow.buyerId } })).rejects.toThrow(
    /escrow_buyer_is_not_seller/,
  )
})

test('what happened stays written', async () => {
  const event = await db.auditEvent.create({ data: { kind: 'escrow_opened' } })
  await expect(db.auditEvent.delete({ where: { id: event.id } })).rejects.toThrow(/never changed or deleted/)
})
