/** Prices that can be trusted (product.md §7): a quote is made from a price that a second service confirms. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { ASSETS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { loadMarketHealth } from '#app/prices/queries/market-health.server.ts'
import { pricesNow } from '#app/prices/queries/prices-now.server.ts'
import { findFreshPrice } from '#app/prices/workflows/find-fresh-price.server.ts'
import type { Service } from '#harbour/market/prices.ts'
import { refreshMarket, tellService } from '#tests/support/world/market.ts'
import { granted, type Person, unpaidBuyer } from '#tests/support/world/people.ts'
import { openWorld, PRICES, type World } from '#tests/support/world/world.ts'

const SECOND = 1_000
const MINUTE = 60_000

let world: World
let buyer: Person

beforeAll(async () => {
  world = await openWorld()
})

beforeEach(async () => {
  for (const asset of ASSETS) world.harbour.market.setPrice(asset, PRICES[asset])
  await refreshMarket(world.deps)
  buyer = await unpaidBuyer(world)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const quote = (asset: Asset) =>
  quoteServiceFee(world.deps, { userId: buyer.id, amountUsd: '20000', couponCode: '', asset })
const priceToSettle = (asset: Asset) =>
  inTransaction(world.deps.db, (tx) => findFreshPrice(tx, { asset, now: new Date() }))

async function fallSilent(service: Service): Promise<void> {
  const aged = { data: { fetchedAt: new Date(Date.now() - 5 * MINUTE - 1) } }
  if (service === 'coingecko') await world.deps.db.marketPrice.updateMany(aged)
  else await world.deps.db.marketTrades.updateMany(aged)
}

describe('a quote', () => {
  test.each(ASSETS)('in %s has CoinGecko’s price when Kraken’s last trade bears it out', async (asset) => {
    tellService(world, { service: 'kraken', asset, usd: PRICES[asset].times('1.01') })
    await refreshMarket(world.deps)
    expect(granted(await quote(asset))).toMatchObject({ priceUsd: PRICES[asset], priceSource: 'CoinGecko' })
    expect(await priceToSettle(asset)).toMatchObject({ usd: PRICES[asset], source: 'CoinGecko' })
  })

  test.each([
    ['XLM', '0.1', '0.10199', null],
    ['XLM', '0.1', '0.10201', 'prices_disagree'],
    ['XRP', '2', '1.9602', null],
    ['XRP', '2', '1.9598', 'prices_disagree'],
    ['USDC', '1', '0.9801', null],
    ['USDC', '1', '0.9799', 'prices_disagree'],
  ] as const)('in %s at %s while the last trade was at %s: %s', async (asset, said, traded, refused) => {
    tellService(world, { service: 'coingecko', asset, usd: said })
    tellService(world, { service: 'kraken', asset, usd: traded })
    await refreshMarket(world.deps)
    const answer = await quote(asset)
    if (refused === null) expect(granted(answer).priceUsd.toFixed()).toBe(said)
    else expect(answer).toEqual({ refused, field: 'asset', values: { currency: asset } })
    expect((await priceToSettle(asset)) === null).toBe(refused !== null)
  })

  test.each([
    ['price_unavailable', 'coingecko'],
    ['price_unconfirmed', 'kraken'],
  ] as const)('in XLM and XRP is refused with %s while %s is silent', async (refused, service) => {
    await fallSilent(service)
    for (const asset of ['XLM', 'XRP'] as const) {
      expect(await quote(asset)).toEqual({ refused, field: 'asset', values: { currency: asset } })
      expect(await priceToSettle(asset)).toBeNull()
    }
  })

  test('waits when nobody has traded for more than a quarter of an hour, however freshly that was read', async () => {
    const at = new Date(Date.now() - 15 * MINUTE - SECOND).toISOString()
    const trades = [{ usd: PRICES.XLM.toFixed(), volume: '1', at }]
    await world.deps.db.marketTrades.update({ where: { asset: 'XLM' }, data: { trades } })
    expect(await quote('XLM')).toMatchObject({ refused: 'price_unconfirmed' })
  })

  test.each(['coingecko', 'kraken'] as const)('in USDC counts as one dollar while %s is silent', async (service) => {
    tellService(world, { service, asset: 'USDC', usd: '0.9' })
    await refreshMarket(world.deps)
    await fallSilent(service)
    expect(granted(await quote('USDC'))).toMatchObject({ priceUsd: new Decimal(1), priceSource: 'fixed' })
    expect(await priceToSettle('USDC')).toMatchObject({ source: 'fixed' })
  })

  test('in USDC waits when the only service that answers says that it lost the dollar', async () => {
    tellService(world, { service: 'kraken', asset: 'USDC', usd: '0.9' })
    await refreshMarket(world.deps)
    await fallSilent('coingecko')
    expect(await quote('USDC')).toMatchObject({ refused: 'price_unconfirmed' })
  })

  test('that waits says what happened and what to do', async () => {
    const t = translatorFor('en')
    tellService(world, { service: 'kraken', asset: 'XRP', usd: '3' })
    await refreshMarket(world.deps)
    const disagreed = await quote('XRP')
    await fallSilent('kraken')
    const unconfirmed = await quote('XRP')
    for (const answer of [disagreed, unconfirmed]) {
      expect(isRefusal(answer) && refusalText(t, answer)).toMatch(/XRP.*Wait, or change currency\.$/)
    }
  })

  test('that was made stays locked when the services begin to disagree', async () => {
    const made = granted(await quote('XLM'))
    tellService(world, { service: 'kraken', asset: 'XLM', usd: '0.5' })
    await refreshMarket(world.deps)
    expect(await quote('XLM')).toMatchObject({ id: made.id, amountDue: made.amountDue })
  })
})

describe('what is shown', () => {
  test('to the payer is the last good price with its time while it is young, N/A afterwards, and the reason', async () => {
    const of = async (asset: Asset) => (await pricesNow(world.deps.db, new Date())).find((now) => now.asset === asset)
    const { fetchedAt } = await world.deps.db.marketPrice.findUniqueOrThrow({ where: { asset: 'XLM' } })
    const price = { asset: 'XLM', usd: '0.11', readAt: fetchedAt.toISOString(), isFixed: false }
    expect(await of('XLM')).toEqual({ ...price, doubt: null })
    await fallSilent('kraken')
    expect(await of('XLM')).toEqual({ ...price, doubt: 'price_unconfirmed' })
    expect(await of('USDC')).toEqual({ asset: 'USDC', usd: '1', readAt: null, isFixed: true, doubt: null })
    await fallSilent('coingecko')
    expect(await of('XLM')).toEqual({ ...price, usd: null, readAt: null, doubt: 'price_unavailable' })
  })

  test('to whoever watches over it is how each service has answered, and what is quoted', async () => {
    const { db } = world.deps
    const now = new Date()
    const ago = (seconds: number) => new Date(now.getTime() - seconds * SECOND)
    await db.marketSource.update({ where: { name: 'CoinGecko' }, data: { lastGoodAt: ago(5) } })
    await db.marketSource.update({ where: { name: 'Kraken' }, data: { lastGoodAt: ago(80), failures: 3 } })
    await db.marketPrice.update({ where: { asset: 'XLM' }, data: { usd: '0.5' } })
    await db.marketPrice.delete({ where: { asset: 'USDC' } })
    expect(await loadMarketHealth(db, now)).toEqual({
      services: { CoinGecko: { goodSecondsAgo: 5, failures: 0 }, Kraken: { goodSecondsAgo: 80, failures: 3 } },
      quotes: { XLM: 'prices_disagree', XRP: 'market', USDC: 'fixed' },
    })
  })
})
