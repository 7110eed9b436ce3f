/** Stand-in for CoinGecko, Kraken and the publishers of lists, on one port: their paths do not collide. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { Faults } from '#harbour/faults.ts'
import { json, type Request, type Server, serve, withFaults } from '#harbour/http.ts'
import { type Lists, openLists } from '#harbour/lists/lists.ts'
import { coinGeckoFailed, simplePrice, tooManyForCoinGecko } from '#harbour/market/coingecko.ts'
import { krakenFailed, recentTrades, tooManyForKraken } from '#harbour/market/kraken.ts'
import { openPrices, type Whom } from '#harbour/market/prices.ts'

export type Market = Server & {
  lists: Omit<Lists, 'answer'>
  /** Pins exactly this price until it is released, in both services or in one alone. */
  setPrice(asset: Asset, usd: Decimal, whom?: Whom): void
  /** The service, or both, gives no price of the asset until it is released or gets a price. */
  stop(asset: Asset, whom?: Whom): void
  /** Back to the simulated price; one service alone returns to the setting of both. */
  release(asset: Asset, whom?: Whom): void
  /** US dollars now, unrounded, as a service sees it (CoinGecko by default); null: stopped. */
  price(asset: Asset, whom?: Whom): Decimal | null
}

/** `stateFile` null: not persisted. `seed`: makes a fresh market repeatable. `now`: its clock, in milliseconds. */
export async function startMarket(options: {
  port: number
  faults: Faults
  seed?: string
  stateFile: string | null
  now?: () => number
}): Promise<Market> {
  const { now = Date.now } = options
  const prices = openPrices(options)
  const [coinGecko, kraken] = [prices.seenBy('coingecko'), prices.seenBy('kraken')]
  const lists = openLists()
  const handle = withFaults(
    {
      faults: options.faults,
      target: 'market',
      tooMany: (request) => (isForKraken(request) ? tooManyForKraken() : tooManyForCoinGecko()),
      serverError: (request) => (isForKraken(request) ? krakenFailed() : coinGeckoFailed()),
    },
    (request) => {
      const asked = { query: request.url.searchParams, now: now() }
      if (request.method === 'GET' && request.url.pathname === '/api/v3/simple/price')
        return simplePrice(coinGecko, asked)
      if (request.method === 'GET' && request.url.pathname === '/0/public/Trades') return recentTrades(kraken, asked)
      const list = lists.answer(request)
      if (list) return list
      return isForKraken(request)
        ? json(404, { error: ['EGeneral:Unknown method'] })
        : json(404, { error: 'Incorrect path. Please check https://www.coingecko.com/api/' })
    },
  )
  const server = await serve({ port: options.port, handle })
  return {
    ...server,
    lists,
    setPrice: (asset, usd, whom) => prices.pin(asset, { ...whom, usd }),
    stop: prices.stop,
    release: prices.release,
    price: (asset, whom) => prices.seenBy(whom?.service ?? 'coingecko').at(asset, now()),
  }
}

function isForKraken(request: Request): boolean {
  return request.url.pathname.startsWith('/0/')
}
