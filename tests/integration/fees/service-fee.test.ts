/** Quoting and paying the service fee (spec §5, §8, §9; product.md §2, §5). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLatestFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { payServiceFee } from '#app/fees/workflows/pay-service-fee.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { granted, hasPaid, type Person, pay, readPayments, unpaidBuyer } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
  await refreshMarket(world.deps)
  await world.deps.db.resellerCode.create({
    data: {
      id: 'HARBOR5',
      code: 'HARBOR5',
      resellerId: 'r1',
      resellerName: 'Reseller',
      discountRate: '0.05',
      payoutRate: '0.10',
    },
  })
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

type Ask = { amountUsd?: string; couponCode?: string; asset?: 'XLM' | 'XRP' | 'USDC' }

async function quoteFor(buyer: Person, { amountUsd = '48000', couponCode = '', asset = 'USDC' }: Ask = {}) {
  return granted(await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd, couponCode, asset }))
}

async function payQuote(
  quote: Awaited<ReturnType<typeof quoteFor>>,
  changes: { amount?: string; memo?: string | null } = {},
) {
  const [hash = ''] = await pay(world, {
    asset: quote.asset,
    to: quote.account,
    amount: changes.amount ?? quote.amountDue.toFixed(),
    memo: changes.memo === undefined ? String(quote.reference) : changes.memo,
  })
  return hash
}

async function watchUntilSeen(hash: string, network: 'stellar' | 'xrpl' = 'stellar') {
  await readPayments(world, { network, account: world.deps.accounts[network].fee })
  await world.workUntil(
    async () => (await world.deps.db.ledgerPayment.count({ where: { hash } })) > 0,
    'the payment is seen',
  )
}

test('a quote holds fee, coupon, price and reference, locked for 15 minutes', async () => {
  const buyer = await unpaidBuyer(world)
  const quote = await quoteFor(buyer, { couponCode: ' harbor5 ', asset: 'XLM' })
  expect(quote.grossUsd.toFixed(2)).toBe('360.00')
  expect(quote.couponDiscountUsd.toFixed(2)).toBe('18.00')
  expect(quote.netUsd.toFixed(2)).toBe('342.00')
  expect(quote).toMatchObject({ couponCode: 'HARBOR5', couponVerdict: 'applied', priceSource: 'CoinGecko' })
  expect(quote.amountDue.toFixed()).toBe(quote.netUsd.div(quote.priceUsd).toDecimalPlaces(4, 4).toFixed())
  expect(quote.expiresAt.getTime() - quote.lockedAt.getTime()).toBe(15 * 60_000)
})

test('the same request keeps its reference; another amount, coupon or currency gets a new one', async () => {
  const buyer = await unpaidBuyer(world)
  const first = await quoteFor(buyer)
  expect((await quoteFor(buyer)).reference).toBe(first.reference)
  expect((await quoteFor(buyer, { asset: 'XLM' })).reference).not.toBe(first.reference)
})

test('the watcher settles a fee by its reference, with commission and receipt', async () => {
  const buyer = await unpaidBuyer(world)
  const quote = await quoteFor(buyer, { couponCode: 'HARBOR5' })
  const hash = await payQuote(quote)
  await watchUntilSeen(hash)
  const user = await world.deps.db.user.findUniqueOrThrow({ where: { id: buyer.id } })
  expect(user).toMatchObject({ hasPaid: true, paymentHash: hash, currency: 'USDC' })
  expect(user.feeNetUSD?.toFixed(2)).toBe('342.00')
  expect([user.feeGrossUSD?.toFixed(2), user.feeDiscountUSD?.toFixed(2)]).toEqual(['360.00', '18.00'])
  expect([user.usdValue?.toFixed(2), user.cryptoAmount?.toFixed()]).toEqual(['48000.00', quote.amountDue.toFixed()])
  expect(user.coupon).toEqual({
    code: 'HARBOR5',
    valid: true,
    resellerId: 'r1',
    resellerName: 'Reseller',
    payoutRate: '0.1',
    discountRate: '0.05',
    commissionUSD: '34.20',
    statusText: '✓ Coupon applied',
    trackedAt: user.paidAt?.toISOString(),
  })
  const earning = await world.deps.db.resellerEarning.findFirstOrThrow({ where: { paymentHash: hash } })
  expect([earning.status, earning.commissionUSD.toFixed(2)]).toEqual(['accrued', '34.20'])
  const code = await world.deps.db.resellerCode.findUniqueOrThrow({ where: { id: 'HARBOR5' } })
  expect([code.totalEarned.toFixed(2), code.totalNetFees.toFixed(2), code.totalTxCount]).toEqual(['34.20', '342.00', 1])
  expect(
    await world.deps.db.outboxLetter.count({ where: { userId: buyer.id, key: { startsWith: 'fee_receipt' } } }),
  ).toBe(1)
})

test('a hash confirms the fee, and the watcher that comes later counts nothing twice', async () => {
  const buyer = await unpaidBuyer(world)
  const quote = await quoteFor(buyer)
  const hash = await payQuote(quote)
  granted(await payServiceFee(world.deps, { userId: buyer.id, hash: ` ${hash.toUpperCase()} ` }))
  expect(await hasPaid(world, buyer)).toBe(true)
  await readPayments(world, { network: 'stellar', account: quote.account })
  await world.workUntil(async () => (await world.deps.db.ledgerCursor.count()) > 0, 'the watcher has read')
  expect(await world.deps.db.ledgerPayment.count({ where: { hash } })).toBe(1)
  expect(await world.deps.db.feePayment.count({ where: { paymentHash: hash } })).toBe(1)
})

test('a hash that has paid once is used up, whoever shows it', async () => {
  const payer = await unpaidBuyer(world)
  const hash = await payQuote(await quoteFor(payer))
  granted(await payServiceFee(world.deps, { userId: payer.id, hash }))
  const other = await unpaidBuyer(world)
  await quoteFor(other)
  expect(await payServiceFee(world.deps, { userId: other.id, hash })).toMatchObject({ refused: 'hash_used' })
  expect(await hasPaid(world, other)).toBe(false)
  expect(await world.deps.db.failedPayment.findFirstOrThrow({ where: { uid: other.id } })).toMatchObject({
    txid: hash,
    currency: 'USDC',
    reason: 'This transaction has already been used.',
  })
})

test('nobody can claim another person’s payment: its memo is not theirs', async () => {
  const payer = await unpaidBuyer(world)
  const hash = await payQuote(await quoteFor(payer))
  const thief = await unpaidBuyer(world)
  await quoteFor(thief)
  expect(await payServiceFee(world.deps, { userId: thief.id, hash })).toMatchObject({ refused: 'memo_mismatch' })
  expect([await hasPaid(world, thief), await hasPaid(world, payer)]).toEqual([false, true])
})

test('eight claims of one payment at the same time settle it once', async () => {
  const buyer = await unpaidBuyer(world)
  const hash = await payQuote(await quoteFor(buyer, { couponCode: 'HARBOR5' }))
  const before = await world.deps.db.resellerCode.findUniqueOrThrow({ where: { id: 'HARBOR5' } })
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => payServiceFee(world.deps, { userId: buyer.id, hash })),
  )
  expect(claims.some((claim) => 'state' in claim && claim.state === 'paid')).toBe(true)
  expect(await world.deps.db.feePayment.count({ where: { buyerUid: buyer.id } })).toBe(1)
  const after = await world.deps.db.resellerCode.findUniqueOrThrow({ where: { id: 'HARBOR5' } })
  expect(after.totalTxCount - before.totalTxCount).toBe(1)
})

test('each wrong payment gets its sentence', async () => {
  const buyer = await unpaidBuyer(world)
  const quote = await quoteFor(buyer)
  const confirm = (hash: string) => payServiceFee(world.deps, { userId: buyer.id, hash })
  expect(await confirm('not a hash')).toMatchObject({ refused: 'hash_malformed' })
  expect(await confirm('ab'.repeat(32))).toMatchObject({ refused: 'stellar_not_found' })
  expect(await confirm(await payQuote(quote, { memo: null }))).toMatchObject({ refused: 'memo_mismatch' })
  expect(await confirm(await payQuote(quote, { memo: '1' }))).toMatchObject({ refused: 'memo_mismatch' })
  expect(await confirm(await payQuote(quote, { amount: '1' }))).toMatchObject({ refused: 'payment_mismatch' })

  const inXrp = await quoteFor(buyer, { asset: 'XRP' })
  expect(await confirm('AB'.repeat(32))).toMatchObject({ refused: 'xrp_not_found' })
  expect(await confirm(await payQuote(inXrp, { amount: '1' }))).toMatchObject({ refused: 'xrp_mismatch' })
  expect(await world.deps.db.failedPayment.count({ where: { uid: buyer.id } })).toBe(7)
})

test('part payments add up to the fee', async () => {
  const buyer = await unpaidBuyer(world)
  const quote = await quoteFor(buyer)
  await watchUntilSeen(await payQuote(quote, { amount: '100' }))
  expect(await hasPaid(world, buyer)).toBe(false)
  await watchUntilSeen(await payQuote(quote, { amount: quote.amountDue.minus(100).toFixed() }))
  expect(await hasPaid(world, buyer)).toBe(true)
})

test('a silent ledger is said to be silent, and nothing is lost', async () => {
  const buyer = await unpaidBuyer(world)
  const quote = await quoteFor(buyer)
  const hash = await payQuote(quote)
  world.harbour.faults.set({ target: 'horizon', kind: 'server_error' })
  expect(await payServiceFee(world.deps, { userId: buyer.id, hash })).toMatchObject({ refused: 'stellar_unavailable' })
  world.harbour.faults.clear()
  granted(await payServiceFee(world.deps, { userId: buyer.id, hash }))
})

test('without a fresh price there is no quote in XLM or XRP, and USDC counts as one dollar', async () => {
  const buyer = await unpaidBuyer(world)
  const longAgo = new Date(Date.now() - 6 * 60_000)
  await world.deps.db.marketPrice.updateMany({ data: { fetchedAt: longAgo } })
  for (const asset of ['XLM', 'XRP'] as const) {
    const refused = await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd: '20000', couponCode: '', asset })
    expect(refused).toMatchObject({ refused: 'price_unavailable' })
  }
  const quote = await quoteFor(buyer)
  expect([quote.priceUsd.toFixed(), quote.priceSource]).toEqual(['1', 'fixed'])
  await refreshMarket(world.deps)
})

test('an unknown coupon gives no discount and says so', async () => {
  const buyer = await unpaidBuyer(world)
  const quote = await quoteFor(buyer, { couponCode: 'nothing', amountUsd: '1000' })
  expect(quote).toMatchObject({ couponCode: 'NOTHING', couponVerdict: 'unknown', discountRate: null })
  expect([quote.netUsd.toFixed(2), quote.minimumTopUpUsd.toFixed(2)]).toEqual(['100.00', '92.50'])
  expect((await findLatestFeeQuote(world.deps.db, buyer.id))?.id).toBe(quote.id)
})
