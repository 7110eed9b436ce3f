/** Stand-in of the two price services, CoinGecko and Kraken, on one port: their paths do not meet. */
import type { Asset } from '#app/domain/assets.ts'
import type { Decimal } from '#app/domain/money.ts'
import type { Faults } from '#harbour/faults.ts'
import { json, type Request, type Server, serve, withFaults } from '#harbour/http.ts'
import { coinGeckoFailed, simplePrice, tooManyForCoinGecko } from '#harbour/market/coingecko.ts'
import { krakenFailed, recentTrades, tooManyForKraken } from '#harbour/market/kraken.ts'
import { openPrices, type Prices } from '#harbour/market/prices.ts'

export type Market = Server & {
  /** Exactly this price in both services until it is released. */
  setPrice(asset: Asset, usd: Decimal): void
  /** Neither service names the asset until it is released or gets a price. */
  stop(asset: Asset): void
  release(asset: Asset): void
  /** US dollars now, in full; null while stopped. */
  price(asset: Asset): Decimal | null
}

/** `stateFile` null keeps nothing between starts; `seed` makes the prices of a fresh market repeatable. */
export async function startMarket(options: {
  port: number
  faults: Faults
  seed?: string
  stateFile: string | null
}): Promise<Market> {
  const prices: Prices = openPrices(options)
  const handle = withFaults(
    {
      faults: options.faults,
      target: 'market',
      tooMany: (request) => (isForKraken(request) ? tooManyForKraken() : tooManyForCoinGecko()),
      serverError: (request) => (isForKraken(request) ? krakenFailed() : coinGeckoFailed()),
    },
    (request) => {
      const asked = { query: request.url.searchParams, now: Date.now() }
      if (request.method === 'GET' && request.url.pathname === '/api/v3/simple/price') return simplePrice(prices, asked)
      if (request.method === 'GET' && request.url.pathname === '/0/public/Trades') return recentTrades(prices, asked)
      return isForKraken(request)
        ? json(404, { error: ['EGeneral:Unknown method'] })
        : json(404, { error: 'Incorrect path. Please check https://www.coingecko.com/api/' })
    },
  )
  const server = await serve({ port: options.port, handle })
  return {
    ...server,
    setPrice: prices.pin,
    stop: prices.stop,
    release: prices.release,
    price: (asset) => prices.at(asset, Date.now()),
  }
}

function isForKraken(request: Request): boolean {
  return request.url.pathname.startsWith('/0/')
}
