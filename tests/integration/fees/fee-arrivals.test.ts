/** What arrives for a fee counts, whatever happened to quote, price and coupon meanwhile (product.md §2, §5). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payServiceFee } from '#app/fees/workflows/pay-service-fee.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { letQuoteExpire } from '#tests/support/world/fee-quotes.ts'
import { acceptJump, refreshMarket } from '#tests/support/world/market.ts'
import { granted, hasPaid, type Person, pay, readPayments, unpaidBuyer } from '#tests/support/world/people.ts'
import { openWorld, PRICES, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person

beforeAll(async () => {
  world = await openWorld()
})

beforeEach(async () => {
  world.harbour.market.setPrice('XLM', PRICES.XLM)
  await refreshMarket(world.deps)
  buyer = await unpaidBuyer(world)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

type Asset = 'XLM' | 'USDC'

async function quote(asset: Asset = 'USDC', couponCode = '') {
  return granted(await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd: '20000', couponCode, asset }))
}

/** Pays a quote in full and lets the watcher see it; returns the hash. */
async function paid({ asset, account, amountDue, reference }: Awaited<ReturnType<typeof quote>>): Promise<string> {
  const [hash = ''] = await pay(world, { asset, to: account, amount: amountDue.toFixed(), memo: String(reference) })
  await readPayments(world, { network: 'stellar', account })
  const isSeen = async () => (await world.deps.db.ledgerPayment.count({ where: { hash } })) === 1
  await world.workUntil(isSeen, 'the payment is seen')
  return hash
}

async function aCoupon(code: string, changes: object = {}) {
  return world.deps.db.resellerCode.create({
    data: { id: `id-${code}`, code, resellerId: 'r1', resellerName: 'Reseller', ...changes },
  })
}

const letPricesGrowOld = () => world.deps.db.marketPrice.updateMany({ data: { fetchedAt: new Date(0) } })

test('a coupon found in the spelling of its record earns, and does not stop the reading of payments', async () => {
  const { id } = await aCoupon('HarborMix')
  const hash = await paid(await quote('USDC', 'HarborMix'))
  expect(await hasPaid(world, buyer)).toBe(true)
  expect((await world.deps.db.resellerCode.findUniqueOrThrow({ where: { id } })).totalTxCount).toBe(1)
  expect(await world.deps.db.resellerEarning.count({ where: { paymentHash: hash } })).toBe(1)
})

test('a coupon that was deleted after the quote still leaves its earning, and the fee counts', async () => {
  const { id } = await aCoupon('SHORTLIVED')
  const asked = await quote('USDC', 'SHORTLIVED')
  await world.deps.db.resellerCode.delete({ where: { id } })
  const hash = await paid(asked)
  expect(await hasPaid(world, buyer)).toBe(true)
  expect(await world.deps.db.resellerEarning.count({ where: { paymentHash: hash } })).toBe(1)
})

test('a reseller without a name earns as any other', async () => {
  await aCoupon('NAMELESS', { resellerName: '' })
  const hash = await paid(await quote('USDC', 'NAMELESS'))
  expect(await world.deps.db.resellerEarning.count({ where: { paymentHash: hash } })).toBe(1)
})

test('within its fifteen minutes a quote stays as it is, though the price moves', async () => {
  const first = await quote('XLM')
  await world.deps.db.marketPrice.update({ where: { asset: 'XLM' }, data: { usd: '0.01' } })
  const second = await quote('XLM')
  expect([second.amountDue.toFixed(), second.expiresAt]).toEqual([first.amountDue.toFixed(), first.expiresAt])
})

test('USDC that arrives late counts as dollars when the price service is silent', async () => {
  await letPricesGrowOld()
  const asked = await quote('USDC')
  await letQuoteExpire(world.deps.db, asked.id)
  await paid(asked)
  expect(await hasPaid(world, buyer)).toBe(true)
})

test('what arrived late while no price was known settles the refreshed quote that it covers', async () => {
  const asked = await quote('XLM')
  await letQuoteExpire(world.deps.db, asked.id)
  await letPricesGrowOld()
  await paid(asked)
  expect(await hasPaid(world, buyer)).toBe(false)
  await refreshMarket(world.deps)
  expect(await quote('XLM')).toMatchObject({ id: asked.id, state: 'paid' })
  expect(await hasPaid(world, buyer)).toBe(true)
})

test('what arrived late while no price was known is judged by itself as soon as there is one', async () => {
  const asked = await quote('XLM')
  await letQuoteExpire(world.deps.db, asked.id)
  await letPricesGrowOld()
  await paid(asked)
  expect(await hasPaid(world, buyer)).toBe(false)
  await refreshMarket(world.deps)
  // The job runs again in a minute; here it runs now.
  await world.deps.db.$executeRaw`
    update graphile_worker._private_jobs set run_at = now() where key = ${`settle_late_fee:${asked.id}`}`
  await world.workUntil(() => hasPaid(world, buyer), 'the fee is paid')
  expect(await world.deps.db.paymentCase.findUnique({ where: { feeQuoteId: asked.id } })).toMatchObject({
    kind: 'fee_late',
    outcome: 'settled',
  })
})

test('the hash of a payment to an earlier quote confirms the fee that it paid', async () => {
  const earlier = await quote('USDC')
  const [hash = ''] = await pay(world, {
    asset: 'USDC',
    to: earlier.account,
    amount: earlier.amountDue.toFixed(),
    memo: String(earlier.reference),
  })
  await quote('XLM')
  const confirmed = granted(await payServiceFee(world.deps, { userId: buyer.id, hash }))
  expect(confirmed).toMatchObject({ id: earlier.id, state: 'paid' })
  expect(await world.deps.db.failedPayment.count({ where: { uid: buyer.id } })).toBe(0)
})

test('what was sent under the first lock settles by it, though the quote was refreshed before we heard of it', async () => {
  const asked = await quote('XLM')
  const [hash = ''] = await pay(world, {
    asset: 'XLM',
    to: asked.account,
    amount: asked.amountDue.toFixed(),
    memo: String(asked.reference),
  })
  const { at } = granted(await transactionOf(hash))
  // The quote window ended right after the payment, and the lumen has fallen since.
  const { db } = world.deps
  await letQuoteExpire(db, asked.id)
  await db.feeQuoteLock.updateMany({ where: { feeQuoteId: asked.id }, data: { expiresAt: at } })
  await halvePrice('XLM')
  const refreshed = await quote('XLM')
  expect(refreshed).toMatchObject({ id: asked.id, reference: asked.reference, state: 'open' })
  expect(refreshed.amountDue.gt(asked.amountDue)).toBe(true)

  await readPayments(world, { network: 'stellar', account: asked.account })
  await world.workUntil(() => hasPaid(world, buyer), 'the fee is paid')
  const paid = await db.feeQuote.findUniqueOrThrow({ where: { id: asked.id } })
  expect([paid.amountDue.toFixed(), paid.priceUsd.toFixed()]).toEqual([
    asked.amountDue.toFixed(),
    asked.priceUsd.toFixed(),
  ])
  expect(await db.paymentCase.count({ where: { feeQuoteId: asked.id } })).toBe(0)
})

test('a price that jumps is quoted by after a second reading, a minute later', async () => {
  const ask = { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'XLM' } as const
  world.harbour.market.setPrice('XLM', PRICES.XLM.times(1000))
  await refreshMarket(world.deps)
  expect(await quoteServiceFee(world.deps, ask)).toMatchObject({ refused: 'price_jumped' })
  await acceptJump(world.deps)
  const risen = granted(await quoteServiceFee(world.deps, ask))
  expect(risen.priceUsd.toFixed()).toBe(PRICES.XLM.times(1000).toFixed())
  // Restores the price for the tests that follow.
  world.harbour.market.setPrice('XLM', PRICES.XLM)
  for (const seconds of [62, 130]) {
    await refreshMarket({ ...world.deps, clock: { now: () => new Date(Date.now() + seconds * 1000) } })
  }
})

test('a coupon that was switched off since earns no discount when the quote is refreshed, but while a part is paid', async () => {
  const { id } = await aCoupon('GRANTED')
  const asked = await quote('USDC', 'GRANTED')
  await world.deps.db.resellerCode.update({ where: { id }, data: { active: false } })
  await letQuoteExpire(world.deps.db, asked.id)
  const refreshed = await quote('USDC', ' granted ')
  expect(refreshed).toMatchObject({ couponVerdict: 'inactive', couponCode: 'GRANTED', state: 'open' })
  expect(refreshed.reference).not.toBe(asked.reference)
  expect([asked.netUsd.toFixed(), refreshed.netUsd.toFixed()]).toEqual(['142.5', '150'])
  // The earlier request for payment still counts by its own terms.
  await paid(asked)
  expect(await hasPaid(world, buyer)).toBe(true)

  const another = await unpaidBuyer(world)
  buyer = another
  await world.deps.db.resellerCode.update({ where: { id }, data: { active: true } })
  const begun = await quote('USDC', 'GRANTED')
  await paid({ ...begun, amountDue: begun.amountDue.minus(40) })
  await world.deps.db.resellerCode.update({ where: { id }, data: { active: false } })
  await letQuoteExpire(world.deps.db, begun.id)
  const kept = await quote('USDC', 'GRANTED')
  expect(kept).toMatchObject({ id: begun.id, couponVerdict: 'applied' })
  expect(kept.netUsd.toFixed()).toBe(begun.netUsd.toFixed())
})

test('a code that counts only now makes a new quote', async () => {
  const asked = await quote('USDC', 'LATECOMER')
  expect(asked.couponVerdict).toBe('unknown')
  await letQuoteExpire(world.deps.db, asked.id)
  await aCoupon('LATECOMER')
  const again = await quote('USDC', 'LATECOMER')
  expect(again.couponVerdict).toBe('applied')
  expect(again.reference).not.toBe(asked.reference)
})

async function transactionOf(hash: string) {
  const transaction = await world.deps.ledgers.stellar.findTransaction(hash, {
    account: world.deps.accounts.stellar.fee,
  })
  if (!transaction) throw new Error(`${hash} is not on the ledger`)
  return transaction
}

async function halvePrice(asset: 'XLM'): Promise<void> {
  world.harbour.market.setPrice(asset, PRICES[asset].div(2))
  await acceptJump(world.deps)
}
