/** What arrives together is notified once, and dust notifies nobody: a memo is public once it has been used. */

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUnmatched } from '#app/admin/queries/unmatched.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { toUnits } from '#app/ledgers/books/domain/units.ts'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'
import { recordLedgerPayments } from '#app/ledgers/payments/workflows/record-ledger-payments.server.ts'
import { closeUnmatchedPayment } from '#app/unmatched/workflows/close-unmatched-payment.server.ts'
import { payUnmatchedBack } from '#app/unmatched/workflows/pay-back-unmatched.server.ts'
import { REST_LIMITS } from '#tests/support/payments/rest-limits.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import {
  escrowOf,
  granted,
  hasPaid,
  type Person,
  paidBuyer,
  unpaidBuyer,
  walletOf,
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

type Target = { account: string; reference: number }

function payment({ account, reference }: Target, amount: Decimal.Value, changes: Partial<LedgerPayment> = {}) {
  return {
    network: 'stellar',
    hash: randomBytes(32).toString('hex'),
    operation: '1',
    from: 'GSOMEBODY',
    to: account,
    asset: 'USDC',
    assetLabel: 'USDC:G',
    amount: new Decimal(amount),
    memo: String(reference),
    needsReview: false,
    ledger: 1_000,
    at: new Date(),
    ...changes,
  } satisfies LedgerPayment
}

const record = (...payments: LedgerPayment[]) =>
  inTransaction(world.deps.db, (tx) => recordLedgerPayments(world.deps, tx, payments))

/** Returns the kinds of the person's emails, oldest first. */
async function lettersTo(person: Person, since: Date): Promise<string[]> {
  const where = { userId: person.id, createdAt: { gte: since } }
  const rows = await world.deps.db.outboxLetter.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  return rows.map(({ key }) => key.split(':')[0] ?? '')
}

async function aFee() {
  const payer = await unpaidBuyer(world)
  const asked = { userId: payer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
  return { payer, quote: granted(await quoteServiceFee(world.deps, asked)), since: new Date() }
}

async function anEscrow(amount = '100') {
  const { escrowId } = await escrowOf(world, { buyer, asset: 'USDC', amount })
  return { escrow: await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } }), since: new Date() }
}

test('a fee in two halves of one transaction gives one receipt, no other letter and no case', async () => {
  const { payer, quote, since } = await aFee()
  const half = quote.amountDue.div(2)
  const hash = randomBytes(32).toString('hex')
  await record(payment(quote, half, { hash }), payment(quote, half, { hash, operation: '2' }))
  expect(await hasPaid(world, payer)).toBe(true)
  expect(await lettersTo(payer, since)).toEqual(['fee_receipt'])
  expect(await world.deps.db.paymentCase.count({ where: { feeQuoteId: quote.id } })).toBe(0)
})

test('two parts of a fee that are read together are told together, also beside what does not count', async () => {
  const { payer, quote, since } = await aFee()
  await record(payment(quote, 50), payment(quote, 20), payment(quote, 10, { asset: 'XLM', assetLabel: 'XLM' }))
  expect(await lettersTo(payer, since)).toEqual(['fee_incomplete', 'fee_owed_back'])
  const fee = await world.deps.db.paymentCase.findUniqueOrThrow({ where: { feeQuoteId: quote.id } })
  expect([fee.kind, fee.amount.toFixed()]).toEqual(['fee_short', '70'])
})

test('a second full payment of one transaction is still owed back', async () => {
  const { payer, quote } = await aFee()
  const hash = randomBytes(32).toString('hex')
  await record(payment(quote, quote.amountDue, { hash }), payment(quote, quote.amountDue, { hash, operation: '2' }))
  const rows = await world.deps.db.ledgerPayment.findMany({ where: { hash }, orderBy: { operation: 'asc' } })
  expect(rows.map(({ problem }) => problem)).toEqual([null, 'hash_used'])
  expect(await hasPaid(world, payer)).toBe(true)
})

test('a part payment of an escrow tells the buyer what is still due, once for what came together', async () => {
  const { escrow, since } = await anEscrow()
  await record(payment(escrow, 30))
  const hash = randomBytes(32).toString('hex')
  await record(payment(escrow, 20, { hash }), payment(escrow, 10, { hash, operation: '2' }))
  expect(await lettersTo(buyer, since)).toEqual(['deposit_incomplete', 'deposit_incomplete'])
  const last = await world.deps.db.outboxLetter.findFirstOrThrow({ where: { key: { contains: hash } } })
  expect(last.content).toMatchObject({ received: '60', stillDue: '40', asset: 'USDC', hash })
  await record(payment(escrow, 40))
  expect(await lettersTo(buyer, since)).toEqual(['deposit_incomplete', 'deposit_incomplete', 'escrow_funded'])
})

test('two halves of an escrow in one transaction tell only that it is funded', async () => {
  const { escrow, since } = await anEscrow()
  const hash = randomBytes(32).toString('hex')
  await record(payment(escrow, 50, { hash }), payment(escrow, 50, { hash, operation: '2' }))
  expect(await lettersTo(buyer, since)).toEqual(['escrow_funded'])
})

test('the history of an escrow says the amount of each payment, not the sum', async () => {
  const { escrow } = await anEscrow()
  await record(payment(escrow, 60))
  await record(payment(escrow, 40))
  const seen = await world.deps.db.auditEvent.findMany({
    where: { escrowId: escrow.id, kind: 'payment_seen' },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })
  expect(seen.map(({ detail }) => detail)).toMatchObject([{ amount: '60' }, { amount: '40' }])
})

test('next to nothing from a stranger mails nobody, though it counts', async () => {
  const { payer, quote, since } = await aFee()
  await record(payment(quote, 20))
  for (let count = 0; count < 3; count += 1) await record(payment(quote, '0.0000001'))
  expect(await lettersTo(payer, since)).toEqual(['fee_incomplete'])
  const fee = await world.deps.db.paymentCase.findUniqueOrThrow({ where: { feeQuoteId: quote.id } })
  expect(fee.amount.toFixed()).toBe('20.0000003')

  const { escrow, since: opened } = await anEscrow()
  await record(payment(escrow, '0.01'))
  await record(payment(escrow, '99.99'))
  await record(payment(escrow, '0.01'))
  expect(await lettersTo(buyer, opened)).toEqual(['escrow_funded'])
  const funded = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrow.id } })
  expect(funded.receivedAmount.toFixed()).toBe('100.01')
})

test('so little is told all the same where no more was asked for', async () => {
  const { escrow, since } = await anEscrow('0.04')
  await record(payment(escrow, '0.01'))
  expect(await lettersTo(buyer, since)).toEqual(['deposit_incomplete'])
})

test('next to nothing that does not count for a fee is one case for all, of nobody, which lists and ends all of it', async () => {
  const { payer, quote, since } = await aFee()
  await record(payment(quote, quote.amountDue))
  const specks = Array.from({ length: 3 }, () => payment(quote, '0.01'))
  for (const speck of specks) await record(speck)
  const real = payment(quote, 5)
  await record(real)
  expect(await lettersTo(payer, since)).toEqual(['fee_receipt', 'fee_owed_back'])
  const networks = { stellarPassphrase: null, xrplNetworkId: 0 }
  const { rows } = await listUnmatched(world.deps.db, {
    state: 'open',
    place: null,
    networks,
    restLimits: REST_LIMITS,
    judgePayer: async () => null,
  })
  const ours = rows.filter(({ payer: known }) => known?.email === payer.email)
  expect(ours.map(({ amount, payments }) => [amount, payments.length])).toEqual([['5', 1]])

  const hashes = specks.map(({ hash }) => hash)
  const gathered = rows.find(({ payments }) => hashes.every((hash) => payments.some((one) => one.hash === hash)))
  if (!gathered) throw new Error('nothing is gathered')
  expect(gathered).toMatchObject({ payer: null, kind: 'already_paid' })
  const { id: operatorId } = await operator(world)
  const seen = { kind: gathered.kind, amount: gathered.amount }
  // Nothing shows whose they are, or how many people's.
  expect([gathered.noPayback, ours[0]?.noPayback]).toEqual(['payback_gathered', null])
  const wallet = { address: walletOf('XLM'), memo: null }
  const payback = { caseId: gathered.id, operatorId, seen, wallet, note: 'Shown to me' }
  expect(await payUnmatchedBack(world.deps, payback)).toMatchObject({ refused: 'payback_gathered' })
  const end = { end: 'by_hand', hash: 'ab'.repeat(32), outcome: 'Given back' } as const
  granted(await closeUnmatchedPayment(world.deps, { caseId: gathered.id, operatorId, seen, ...end }))
  const booked = await world.deps.db.bookPosting.findMany({
    where: { account: 'by_hand', entry: { kind: 'case_closed', fact: { startsWith: gathered.id } } },
  })
  const units = booked.reduce((sum, posting) => sum.plus(plain(posting.units)), new Decimal(0))
  expect([booked.length, units.abs().toFixed()]).toEqual([
    gathered.count,
    toUnits(new Decimal(gathered.amount), 'USDC').toString(),
  ])

  const later = payment(quote, '0.01')
  await record(later)
  const after = await listUnmatched(world.deps.db, {
    state: 'open',
    place: null,
    networks,
    restLimits: REST_LIMITS,
    judgePayer: async () => null,
  })
  expect(after.rows.filter(({ payments }) => payments.some(({ hash }) => hash === later.hash))).toHaveLength(1)
})
