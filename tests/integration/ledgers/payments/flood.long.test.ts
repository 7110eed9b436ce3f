/** Repeated dust costs nothing that grows: no statement, no notification and no unmatched payment for each of it. */

import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'
import { recordLedgerPayments } from '#app/ledgers/payments/workflows/record-ledger-payments.server.ts'
import { viewEscrow } from '#app/trade/lookup/queries/escrow-view.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { assignPayment } from '#app/unmatched/workflows/assign-payment.server.ts'
import { closeUnmatchedPayment } from '#app/unmatched/workflows/close-unmatched-payment.server.ts'
import { REST_LIMITS } from '#tests/support/payments/rest-limits.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import {
  escrowOf,
  formOf,
  granted,
  type Person,
  paidBuyer,
  submission,
  unpaidBuyer,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const SPECK = '0.0000001'
const PAGE = 200

let world: World
let buyer: Person

beforeAll(async () => {
  world = await openWorld()
  buyer = await paidBuyer(world)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

type Target = { account: string; reference: number | null }

function payment({ account, reference }: Target, amount: Decimal.Value = SPECK, changes: Partial<LedgerPayment> = {}) {
  return {
    network: 'stellar',
    hash: randomBytes(32).toString('hex'),
    operation: '1',
    from: 'GSOMEBODY',
    to: account,
    asset: 'USDC',
    assetLabel: 'USDC:G',
    amount: new Decimal(amount),
    memo: reference === null ? null : String(reference),
    needsReview: false,
    ledger: 1_000,
    at: new Date(),
    ...changes,
  } satisfies LedgerPayment
}

const page = (target: Target, count = PAGE, amount: Decimal.Value = SPECK) =>
  Array.from({ length: count }, () => payment(target, amount))

const record = (payments: readonly LedgerPayment[]) =>
  inTransaction(world.deps.db, (tx) => recordLedgerPayments(world.deps, tx, payments))

const anEscrow = async (amount = '100') => {
  const { escrowId } = await escrowOf(world, { buyer, asset: 'USDC', amount })
  return world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
}

const aQuote = async () => {
  const asked = { userId: (await unpaidBuyer(world)).id, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
  return granted(await quoteServiceFee(world.deps, asked))
}

const nobodys = (): Target => ({ account: world.deps.accounts.stellar.escrow, reference: null })

/** Counts the statements that the work sends to the database, over any connection. */
async function statementsOf(work: () => Promise<void>): Promise<number> {
  let sent = 0
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function counting(this: pg.Client, ...asked: unknown[]) {
    sent += 1
    return Reflect.apply(query, this, asked)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}

test.each([
  ['an escrow', async () => anEscrow()],
  ['a fee', aQuote],
  ['nobody', async () => nobodys()],
] as const)('a page of payments for %s costs no more statements than a few of them', async (_, targetOf) => {
  const target = await targetOf()
  await record(page(target, 2))
  const few = await statementsOf(() => record(page(target, 2)))
  const many = await statementsOf(() => record(page(target)))
  expect(many).toBeLessThanOrEqual(few)
  expect(many).toBeLessThan(40)
})

test('next to nothing for an escrow counts, and writes no event, no letter and no job for each', async () => {
  const { db } = world.deps
  const escrow = await anEscrow()
  const before = await db.auditEvent.count({ where: { escrowId: escrow.id } })
  const letters = await db.outboxLetter.count()
  for (let sent = 0; sent < 3; sent += 1) await record(page(escrow))
  const { receivedAmount } = await db.escrow.findUniqueOrThrow({ where: { id: escrow.id } })
  expect(receivedAmount.toFixed()).toBe('0.00006')
  expect([await db.auditEvent.count({ where: { escrowId: escrow.id } }), await db.outboxLetter.count()]).toEqual([
    before,
    letters,
  ])
  const stored = await findEscrow(db, escrow.id)
  if (!stored) throw new Error('the escrow is gone')
  const network = { stellarPassphrase: '', issuers: { USDC: 'G' }, xrplNetworkId: 0, restLimits: REST_LIMITS }
  const view = await viewEscrow(db, { escrow: stored, network, now: new Date() })
  expect(view.events.at(-1)?.kind).toBe('escrow_opened')
  expect([view.deposit.payments.length, view.deposit.smaller]).toEqual([20, { count: 580, isMore: false }])
})

test('payments that are worth a word are told once for each page, and push nothing else out of the history', async () => {
  const escrow = await anEscrow('1')
  for (let sent = 0; sent < 25; sent += 1) await record(page(escrow, 2, '1'))
  const stored = await findEscrow(world.deps.db, escrow.id)
  if (!stored) throw new Error('the escrow is gone')
  const network = { stellarPassphrase: '', issuers: { USDC: 'G' }, xrplNetworkId: 0, restLimits: REST_LIMITS }
  const view = await viewEscrow(world.deps.db, { escrow: stored, network, now: new Date() })
  const kinds = view.events.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'payment_seen')).toHaveLength(20)
  expect([kinds.includes('escrow_funded'), kinds.at(-1), view.hasEarlierEvents]).toEqual([true, 'escrow_opened', true])
})

test('next to nothing that is for nobody is one case for each account and asset, which another follows when it is full', async () => {
  const { db } = world.deps
  const target = { ...nobodys(), account: world.deps.accounts.stellar.fee }
  const open = async () => {
    const rows = await db.paymentCase.findMany({
      where: { closedAt: null, kind: 'no_memo', ledgerPayment: { toAddress: target.account } },
    })
    return rows.sort((a, b) => a.payments - b.payments)
  }
  for (let sent = 0; sent < 11; sent += 1) await record(page(target))
  const ours = await open()
  expect(ours.map(({ payments }) => payments)).toEqual([200, 2000])
  const full = ours[1]
  expect([full?.amount.toFixed(), await db.gatheredPayment.count({ where: { caseId: full?.id ?? '' } })]).toEqual([
    '0.0002',
    1999,
  ])

  const { id: operatorId } = await operator(world)
  const seen = { kind: 'no_memo', amount: '0.0002' }
  const asked = { caseId: full?.id ?? '', operatorId, seen, note: 'His' }
  const { transactionId } = await anEscrow()
  expect(await assignPayment(world.deps, { ...asked, target: transactionId })).toMatchObject({
    refused: 'assign_not_possible',
  })
  granted(
    await closeUnmatchedPayment(world.deps, { ...asked, end: 'by_hand', hash: 'ab'.repeat(32), outcome: 'Given back' }),
  )
  const { _sum } = await db.bookPosting.aggregate({
    where: { account: 'by_hand', entry: { fact: { startsWith: asked.caseId } } },
    _sum: { units: true },
  })
  expect(_sum.units?.toFixed()).toBe('-2000')
  await record(page(target))
  expect((await open()).map(({ payments }) => payments)).toEqual([400])
})

test('next to nothing in another asset for the fees of many free accounts is one case, and not one for each quote', async () => {
  const { db } = world.deps
  const open = () => db.paymentCase.count({ where: { closedAt: null } })
  const before = await open()
  for (let quotes = 0; quotes < 12; quotes += 1) {
    const { account, reference } = await aQuote()
    await record([payment({ account, reference }, SPECK, { asset: 'XLM', assetLabel: 'XLM' })])
  }
  expect((await open()) - before).toBeLessThanOrEqual(1)
})

test('what came ahead of its escrow in next to nothing counts when it is opened, all of it', async () => {
  const payer = await paidBuyer(world)
  const { memo, formToken } = await formOf(world, payer)
  const ahead = { account: world.deps.accounts.stellar.escrow, reference: Number(memo) }
  await record(page(ahead, 30, '0.04'))
  await record([payment(ahead, '0.01', { asset: 'XLM', assetLabel: 'XLM' })])
  const [first] = page(ahead, 1, '0.04')
  if (!first) throw new Error('nothing is sent')
  await record([first])
  const manual = { type: 'manual', currency: 'USDC', amount: '1', txid: first.hash, formToken } as const
  const { escrowId } = granted(await openEscrow(world.deps, submission(payer, manual)))
  const escrow = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId }, include: { payments: true } })
  expect([escrow.receivedAmount.toFixed(), escrow.txValidated, escrow.payments.length]).toEqual(['1.24', true, 32])
  expect(escrow.payments.filter(({ problem }) => problem !== null).map(({ problem }) => problem)).toEqual([
    'wrong_asset',
  ])
})

type Sent = { amount: string; kind: 'fits' | 'other asset' | 'same transaction'; late: boolean }

async function inPages(payments: readonly LedgerPayment[], cuts: readonly boolean[]): Promise<void> {
  let from = 0
  for (const [index, cut] of [...cuts, true].entries()) {
    const isLast = index >= payments.length - 1
    if (!cut && !isLast) continue
    await record(payments.slice(from, index + 1))
    from = index + 1
    if (isLast) return
  }
}

const SENT = fc.array(
  fc.record<Sent>({
    amount: fc.constantFrom('0.0000001', '0.04', '1', '49.99', '50', '75', '150'),
    kind: fc.constantFrom('fits', 'fits', 'fits', 'other asset', 'same transaction'),
    late: fc.boolean(),
  }),
  { minLength: 1, maxLength: 7 },
)

test('wherever pages are cut, the same payment funds, settles and counts', async () => {
  const cutsOf = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(SENT, cutsOf, async (sent, cuts) => {
      const outcomes = []
      for (const cut of [cuts, sent.map(() => true)]) {
        const targets = { escrow: await anEscrow(), quote: await aQuote() }
        const hash = randomBytes(32).toString('hex')
        const payments = (target: Target) =>
          sent.map(({ amount, kind, late }, index) =>
            payment(target, amount, {
              operation: String(index),
              at: new Date(Date.now() + (late ? 3_600_000 : 0)),
              ...(kind === 'other asset' && { asset: 'XLM' as const, assetLabel: 'XLM' }),
              ...(kind === 'same transaction' && { hash }),
            }),
          )
        const [deposits, fees] = [payments(targets.escrow), payments({ ...targets.quote })]
        await inPages(deposits, cut)
        await inPages(fees, cut)
        outcomes.push(await outcomeOf(targets, { deposits, fees }))
      }
      expect(outcomes[0]).toEqual(outcomes[1])
    }),
    { numRuns: 12, seed: 20261128 },
  )
})

type Outcome = { deposits: readonly LedgerPayment[]; fees: readonly LedgerPayment[] }

/** Returns what became of each payment, and which of them decided, by position. */
async function outcomeOf(targets: { escrow: { id: string }; quote: { id: string } }, { deposits, fees }: Outcome) {
  const { db } = world.deps
  const escrow = await db.escrow.findUniqueOrThrow({ where: { id: targets.escrow.id } })
  const quote = await db.feeQuote.findUniqueOrThrow({ where: { id: targets.quote.id }, include: { user: true } })
  const problems = async (where: { escrowId: string } | { feeQuoteId: string }) =>
    (await db.ledgerPayment.findMany({ where })).map(({ operation, problem }) => `${operation} ${problem}`).sort()
  const placeOf = (payments: readonly LedgerPayment[], hash: string | null) =>
    payments.findIndex((sent) => sent.hash === hash)
  return {
    received: escrow.receivedAmount.toFixed(),
    funded: placeOf(deposits, escrow.realTxId),
    deposits: await problems({ escrowId: escrow.id }),
    state: quote.state,
    fee: quote.receivedAmount.toFixed(),
    paid: placeOf(fees, quote.user.paymentHash),
    fees: await problems({ feeQuoteId: quote.id }),
  }
}
