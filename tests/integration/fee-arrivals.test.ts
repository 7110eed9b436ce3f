/** What arrives for a fee counts, whatever happened to quote, price and coupon meanwhile (product.md §2, §5). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payServiceFee } from '#app/workflows/pay-service-fee.server.ts'
import { quoteServiceFee } from '#app/workflows/quote-service-fee.server.ts'
import { refreshPrices } from '#app/workflows/refresh-market.server.ts'
import { granted, hasPaid, type Person, pay, readPayments, unpaidBuyer } from '#tests/support/people.ts'
import { openWorld, type World } from '#tests/support/world.ts'

let world: World
let buyer: Person

beforeAll(async () => {
  world = await openWorld()
})

beforeEach(async () => {
  await refreshPrices(world.deps)
  buyer = await unpaidBuyer(world)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

type Asset = 'XLM' | 'USDC'

async function quote(asset: Asset = 'USDC', couponCode = '') {
  return granted(await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd: '20000', couponCode, asset }))
}

/** Pays a quote whole and lets the watcher see it; answers with the hash. */
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
const letQuoteExpire = (id: string) =>
  world.deps.db.feeQuote.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 60_000) } })

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
  await letQuoteExpire(asked.id)
  await paid(asked)
  expect(await hasPaid(world, buyer)).toBe(true)
})

test('what arrived late while no price was known settles the refreshed quote that it covers', async () => {
  const asked = await quote('XLM')
  await letQuoteExpire(asked.id)
  await letPricesGrowOld()
  await paid(asked)
  expect(await hasPaid(world, buyer)).toBe(false)
  await refreshPrices(world.deps)
  expect(await quote('XLM')).toMatchObject({ id: asked.id, state: 'paid' })
  expect(await hasPaid(world, buyer)).toBe(true)
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
