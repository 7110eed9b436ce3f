/** Payments that nobody requested in this way: stored, never counted by themselves, never in the way of others. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payServiceFee } from '#app/fees/workflows/pay-service-fee.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'
import { recordLedgerPayments } from '#app/ledgers/payments/workflows/record-ledger-payments.server.ts'
import { reserveReference } from '#app/ledgers/references/db/references.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { closeUnmatchedPayment } from '#app/unmatched/workflows/close-unmatched-payment.server.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import {
  formOf,
  granted,
  hasPaid,
  type Person,
  paidBuyer,
  submission,
  unpaidBuyer,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person

beforeAll(async () => {
  world = await openWorld()
  buyer = await paidBuyer(world)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

function payment(changes: Partial<LedgerPayment> = {}): LedgerPayment {
  return {
    network: 'stellar',
    hash: randomBytes(32).toString('hex'),
    operation: '1',
    from: 'GSOMEBODY',
    to: world.deps.accounts.stellar.escrow,
    asset: 'XLM',
    assetLabel: 'XLM',
    amount: new Decimal(10),
    memo: null,
    needsReview: false,
    ledger: 1_000,
    at: new Date(),
    ...changes,
  }
}

async function record(...payments: LedgerPayment[]) {
  await inTransaction(world.deps.db, (tx) => recordLedgerPayments(world.deps, tx, payments))
  const hashes = payments.map(({ hash }) => hash)
  return () => world.deps.db.ledgerPayment.findMany({ where: { hash: { in: hashes } }, orderBy: { operation: 'asc' } })
}

const openManual = async (txid: string, formToken: string) =>
  granted(
    await openEscrow(world.deps, submission(buyer, { currency: 'XLM', amount: '10', type: 'manual', txid, formToken })),
  )

test('a payment that a person must look at funds nothing, though it came ahead of its escrow', async () => {
  const { formToken, memo } = await formOf(world, buyer)
  const ahead = payment({ memo, needsReview: true })
  const stored = await record(ahead)
  expect(await stored()).toMatchObject([{ problem: 'needs_review', escrowId: null }])
  const { escrowId } = await openManual(ahead.hash, formToken)
  expect(await stored()).toMatchObject([{ problem: 'needs_review', escrowId }])
  expect((await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).txValidated).toBe(false)
})

test('another asset that came ahead of its escrow is linked to it and does not count', async () => {
  const { formToken, memo } = await formOf(world, buyer)
  const ahead = payment({ memo, asset: 'USDC', assetLabel: 'USDC:G' })
  const stored = await record(ahead)
  const { escrowId } = await openManual(ahead.hash, formToken)
  expect(await stored()).toMatchObject([{ problem: 'wrong_asset', escrowId }])
})

const PAID_BACK = { end: 'by_hand', hash: 'a'.repeat(64), outcome: 'Paid back' }

test('what the operator has given back funds no escrow that is opened later', async () => {
  const { formToken, memo } = await formOf(world, buyer)
  const ahead = payment({ memo })
  const stored = await record(ahead)
  const { id: caseId } = await world.deps.db.paymentCase.findFirstOrThrow({
    where: { ledgerPayment: { hash: ahead.hash } },
  })
  const { id: operatorId } = await operator(world)
  const seen = { kind: 'unknown_memo', amount: '10' }
  granted(await closeUnmatchedPayment(world.deps, { caseId, operatorId, seen, ...PAID_BACK }))

  const { escrowId } = await openManual(ahead.hash, formToken)
  expect(await stored()).toMatchObject([{ problem: 'unknown_memo', escrowId: null }])
  const escrow = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
  expect([escrow.txValidated, escrow.receivedAmount.toFixed()]).toEqual([false, '0'])
})

test('a number that a stray payment carries already is given to nobody, who would then own that payment', async () => {
  await record(payment({ memo: String(0x01020304) }))
  const draws = [Uint8Array.of(1, 2, 3, 4), Uint8Array.of(1, 2, 3, 5)]
  const random = () => draws.shift() ?? randomBytes(4)
  expect(await inTransaction(world.deps.db, (tx) => reserveReference(tx, random))).toBe(0x01020305)
})

test('issued currencies of any size are stored as they arrived', async () => {
  const issued = { network: 'xrpl', asset: null, assetLabel: 'ODD:r', operation: '0' } as const
  const stored = await record(
    payment({ ...issued, amount: new Decimal('1e-81') }),
    payment({ ...issued, amount: new Decimal('9999999999999999e80') }),
  )
  expect((await stored()).map(({ amount }) => amount.toFixed().length)).toEqual([83, 96])
})

test('two quotes of one buyer that are paid at the same time pay one fee; the other payment is owed back', async () => {
  const payer = await unpaidBuyer(world)
  const payments: LedgerPayment[] = []
  for (const amountUsd of ['20000', '30000', '40000', '50000']) {
    const ask = { userId: payer.id, amountUsd, couponCode: '', asset: 'USDC' } as const
    const { account, amountDue, reference } = granted(await quoteServiceFee(world.deps, ask))
    payments.push(payment({ to: account, asset: 'USDC', amount: amountDue, memo: String(reference) }))
  }
  await Promise.all(payments.map((one) => record(one)))
  const hashes = payments.map(({ hash }) => hash)
  const stored = await world.deps.db.ledgerPayment.findMany({ where: { hash: { in: hashes } } })
  const problems = stored.map(({ problem }) => problem)
  expect(problems.toSorted()).toEqual(['already_paid', 'already_paid', 'already_paid', null])
})

test('one transaction that pays the fees of two people settles both; nobody else can show its hash', async () => {
  const payers = [await unpaidBuyer(world), await unpaidBuyer(world)]
  const hash = randomBytes(32).toString('hex')
  const payments: LedgerPayment[] = []
  for (const [index, { id }] of payers.entries()) {
    const ask = { userId: id, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
    const { account, amountDue, reference } = granted(await quoteServiceFee(world.deps, ask))
    const about = { hash, operation: String(index), to: account, asset: 'USDC', amount: amountDue } as const
    payments.push(payment({ ...about, memo: String(reference) }))
  }
  const stored = await record(...payments)
  expect((await stored()).map(({ problem }) => problem)).toEqual([null, null])
  expect(await Promise.all(payers.map((payer) => hasPaid(world, payer)))).toEqual([true, true])
  const { db } = world.deps
  expect(await db.feePayment.count({ where: { paymentHash: hash } })).toBe(2)
  const booked = await db.bookEntry.findMany({ where: { kind: 'fee_income', hash }, select: { fact: true } })
  expect(booked).toHaveLength(2)

  const thief = await unpaidBuyer(world)
  granted(await quoteServiceFee(world.deps, { userId: thief.id, amountUsd: '20000', couponCode: '', asset: 'USDC' }))
  expect(await payServiceFee(world.deps, { userId: thief.id, hash })).toMatchObject({ refused: 'hash_used' })
})
