/**
 * Money for fees is conserved (product.md §2): whatever is paid, in whatever order, seen by the watcher, by hash claims
 * or by both at once, every payment ends exactly once in a fee that it paid or in an unmatched payment that says who is
 * owed what. The books agree to the last unit of the ledger.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payServiceFee } from '#app/fees/workflows/pay-service-fee.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { AMOUNT_TOLERANCE, Decimal } from '#app/kernel/domain/money.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { expectBooksAgree, expectBooksSound } from '#tests/support/world/books.ts'
import { letQuoteExpire } from '#tests/support/world/fee-quotes.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { granted, type Person, pay, unpaidBuyer } from '#tests/support/world/people.ts'
import { openWorld, PRICES, type World } from '#tests/support/world/world.ts'

const RUNS = 14
const BUYERS = 2
const buyerIndex = fc.nat({ max: BUYERS - 1 })

/** What can happen to a fee. `share`: percent of the amount that the quote asks for. */
const event = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      who: buyerIndex,
      share: fc.constantFrom(30, 50, 70, 100, 130),
      memo: fc.constantFrom('own', 'own', 'own', 'other', 'none', 'unknown'),
      asset: fc.constantFrom('asked', 'asked', 'asked', 'another'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('watch' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('claim' as const), who: buyerIndex, payment: fc.nat({ max: 9 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('race' as const), payment: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const), who: buyerIndex }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refresh' as const), who: buyerIndex }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('price' as const), percent: fc.constantFrom(60, 100, 150) }) },
)
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

let world: World

beforeAll(async () => {
  world = await openWorld()
  await refreshMarket(world.deps)
  await world.deps.db.resellerCode.create({
    data: { id: 'HARBOR5', code: 'HARBOR5', resellerId: 'r1', resellerName: 'Reseller' },
  })
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

type Run = {
  buyers: Person[]
  sent: { hash: string; label: 'XLM' | 'USDC'; amount: Decimal }[]
  refused: number
}

const ASKED: Asset[] = ['XLM', 'USDC']
const feeAccount = () => world.deps.accounts.stellar.fee
const watch = () => ingestPayments(world.deps, { network: 'stellar', account: feeAccount() })

async function quoteOf(run: Run, who: number) {
  const buyer = run.buyers[who]!
  const asked = await quoteServiceFee(world.deps, {
    userId: buyer.id,
    amountUsd: '20000',
    couponCode: who === 0 ? 'HARBOR5' : '',
    asset: ASKED[who]!,
  })
  return isRefusal(asked) ? null : asked
}

async function claim(run: Run, who: number, payment: number): Promise<void> {
  const shown = run.sent[payment % Math.max(run.sent.length, 1)]
  if (!shown) return
  const answer = await payServiceFee(world.deps, { userId: run.buyers[who]!.id, hash: shown.hash })
  if (isRefusal(answer)) run.refused += 1
}

async function happen(run: Run, what: Event): Promise<void> {
  const { db } = world.deps
  switch (what.kind) {
    case 'pay': {
      const quotes = await Promise.all(run.buyers.map((_, who) => latestQuote(run, who)))
      const [own, other] = [quotes[what.who]!, quotes[(what.who + 1) % BUYERS]!]
      const asset = what.asset === 'asked' ? own.asset : own.asset === 'XLM' ? 'USDC' : 'XLM'
      const amount = new Decimal(own.amountDue.toFixed()).times(what.share).div(100).toDecimalPlaces(7)
      const memo = { own: String(own.reference), other: String(other.reference), none: null, unknown: '7' }[what.memo]!
      const [hash = ''] = await pay(world, { asset, to: feeAccount(), amount: amount.toFixed(), memo: memo ?? null })
      run.sent.push({ hash, label: asset as 'XLM' | 'USDC', amount })
      return
    }
    case 'watch':
      await watch()
      return
    case 'claim':
      return claim(run, what.who, what.payment)
    case 'race':
      await Promise.all([watch(), ...run.buyers.map((_, who) => claim(run, who, what.payment)), watch()])
      return
    case 'expire':
      return letQuoteExpire(db, (await latestQuote(run, what.who)).id)
    case 'refresh':
      await quoteOf(run, what.who)
      return
    case 'price':
      world.harbour.market.setPrice('XLM', PRICES.XLM.times(what.percent).div(100))
      return refreshMarket(world.deps)
  }
}

const latestQuote = (run: Run, who: number) =>
  world.deps.db.feeQuote.findFirstOrThrow({
    where: { userId: run.buyers[who]!.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })

/** Expects every payment in a settled fee or in an open case, once. */
async function expectConserved(run: Run): Promise<void> {
  const { db } = world.deps
  const hashes = run.sent.map(({ hash }) => hash)
  const userIds = run.buyers.map(({ id }) => id)
  const stored = await db.ledgerPayment.findMany({
    where: { hash: { in: hashes } },
    include: { paymentCase: true },
  })
  const quotes = await db.feeQuote.findMany({
    where: { userId: { in: userIds } },
    include: { payments: { where: { problem: null } }, paymentCase: true, locks: true },
  })

  for (const payment of stored) {
    const { problem, paymentCase } = payment
    expect(paymentCase === null, `${payment.hash} counts, or has a case`).toBe(problem === null)
    if (paymentCase)
      expect([paymentCase.kind, paymentCase.amount.toFixed()]).toEqual([problem, payment.amount.toFixed()])
  }
  for (const quote of quotes) {
    const received = quote.payments.reduce((sum, payment) => sum.plus(payment.amount.toFixed()), new Decimal(0))
    const open = quote.paymentCase?.closedAt === null ? quote.paymentCase : null
    const inCase = new Decimal(open?.amount.toFixed() ?? 0)
    const applied = received.minus(inCase)
    if (quote.state === 'open') {
      // All of it waits in the case: a fee that is not paid takes nothing.
      expect(applied.toFixed()).toBe('0')
    } else {
      expect(open?.kind ?? 'fee_over').toBe('fee_over')
      const due = new Decimal(quote.amountDue.toFixed())
      const isLate = quote.payments.every((payment) => payment.closedAt > quote.expiresAt)
      if (!isLate) expect(applied.minus(due).abs().lte(AMOUNT_TOLERANCE)).toBe(true)
      expect(applied.gt(0)).toBe(true)
    }
  }
  for (const userId of userIds) {
    const user = await db.user.findUniqueOrThrow({ where: { id: userId } })
    const paidQuotes = quotes.filter((quote) => quote.userId === userId && quote.state === 'paid').length
    const [fees, receipts, earnings] = await Promise.all([
      db.feePayment.count({ where: { buyerUid: userId } }),
      db.outboxLetter.count({ where: { userId, key: { startsWith: 'fee_receipt' } } }),
      db.resellerEarning.count({ where: { buyerUid: userId } }),
    ])
    const once = user.hasPaid ? 1 : 0
    expect([paidQuotes, fees, receipts]).toEqual([once, once, once])
    expect(earnings).toBe(user.coupon === null ? 0 : once)
  }
  expect(await db.failedPayment.count({ where: { uid: { in: userIds } } })).toBe(run.refused)
}

test('money for fees is conserved, in any order, by any way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 12 }), async (events) => {
      const run: Run = { buyers: [await unpaidBuyer(world), await unpaidBuyer(world)], sent: [], refused: 0 }
      world.harbour.market.setPrice('XLM', PRICES.XLM)
      await refreshMarket(world.deps)
      for (const who of run.buyers.keys()) granted(await quoteOf(run, who))
      for (const what of events) {
        await happen(run, what)
        await expectConserved(run)
        await expectBooksSound(world.deps.db)
      }
      await watch()
      await expectConserved(run)
      await expectBooksAgree(world)
      expect(
        await world.deps.db.ledgerPayment.count({ where: { hash: { in: run.sent.map(({ hash }) => hash) } } }),
      ).toBe(run.sent.length)
    }),
    { numRuns: RUNS, seed: Number(process.env.FC_SEED ?? 20_261_120), endOnFailure: true },
  )
})

test('the XRP Ledger is judged alike: two people claim one payment, and one of them has it', async () => {
  const buyers = [await unpaidBuyer(world), await unpaidBuyer(world)]
  const quotes = await Promise.all(
    buyers.map(async ({ id: userId }) =>
      granted(await quoteServiceFee(world.deps, { userId, amountUsd: '20000', couponCode: '', asset: 'XRP' })),
    ),
  )
  const [asked] = quotes
  const [hash = ''] = await pay(world, {
    asset: 'XRP',
    to: asked!.account,
    amount: asked!.amountDue.toFixed(),
    memo: String(asked!.reference),
  })
  const claims = [0, 1, 0, 1].map((who) => payServiceFee(world.deps, { userId: buyers[who]!.id, hash }))
  const reading = ingestPayments(world.deps, { network: networkOf('XRP'), account: asked!.account })
  const answers = await Promise.all(claims)
  await reading
  expect(answers.map((answer) => isRefusal(answer))).toEqual([false, true, false, true])
  expect(await world.deps.db.feePayment.count({ where: { paymentHash: hash } })).toBe(1)
  await expectBooksAgree(world)
})
