/** Prices from CoinGecko and last trades from Kraken (spec §7), or from servers with their protocols. */
import { z } from 'zod'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type Market, MarketUnavailable, type Price, type Trade } from '#app/ports.ts'
import { parseWithExactNumbers } from './exact-json.ts'
import { readRetryAfter } from './retry-after.ts'

const PATIENCE_MS = 10_000
const LARGEST_ANSWER = 2 * 1024 * 1024
const TRADES_SHOWN = 10

export type MarketSettings = { coinGeckoUrl: string; krakenUrl: string }

/** CoinGecko has used both ids for XLM; the first with a price counts. */
const COINS: Record<Asset, readonly string[]> = {
  XLM: ['stellar', 'stellar-lumens'],
  XRP: ['ripple'],
  USDC: ['usd-coin'],
}

const PAIRS: Record<Asset, string> = { XLM: 'XLMUSD', XRP: 'XRPUSD', USDC: 'USDCUSD' }

const decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i)
  .transform((text) => new Decimal(text))

/** US dollars per unit, within the plausible range, which is also what the database can hold. */
const dollars = decimal.refine((usd) => usd.gte('1e-8') && usd.lt('1e9'))
/** An impossible change of a day becomes null: the price is still good. */
const percent = decimal.refine((change) => change.abs().lt('1e6'))
/** Seconds since 1970 that a Date can hold. */
const seconds = decimal.refine((since) => since.gte(0) && since.lt('1e11'))

const simplePrice = z.record(
  z.string(),
  z.object({ usd: dollars.nullish(), usd_24h_change: percent.nullish().catch(null) }).catch({}),
)

const tradesAnswer = z.object({
  error: z.array(z.string()),
  result: z
    .record(z.string(), z.union([z.array(z.tuple([dollars, decimal, seconds], z.unknown())), z.string()]))
    .optional(),
})

export function openMarket({ coinGeckoUrl, krakenUrl }: MarketSettings): Market {
  return {
    async prices() {
      const ids = Object.values(COINS).flat().join(',')
      const query = `ids=${ids}&vs_currencies=usd&include_24hr_change=true`
      const coins = understand(simplePrice, await ask(`${coinGeckoUrl}/api/v3/simple/price?${query}`), 'CoinGecko')
      const prices = (Object.keys(COINS) as Asset[]).flatMap((asset) => priceOf(asset, coins))
      if (prices.length === 0) throw new MarketUnavailable('CoinGecko answered without a price.')
      return prices
    },

    async lastTrades(asset) {
      const url = `${krakenUrl}/0/public/Trades?pair=${PAIRS[asset]}`
      const { error, result } = understand(tradesAnswer, await ask(url), 'Kraken')
      if (error.length > 0) throw new MarketUnavailable(`Kraken: ${error.join(', ')}`)
      // The list is under Kraken's own name of the pair (XXLMZUSD), beside the cursor `last`, which is text.
      const trades = Object.values(result ?? {}).find(Array.isArray)
      if (!trades) throw new MarketUnavailable('Kraken answered without trades.')
      return trades.slice(-TRADES_SHOWN).map(
        ([usd, volume, since]): Trade => ({
          asset,
          usd,
          volume,
          at: new Date(since.mul(1000).trunc().toNumber()),
        }),
      )
    },
  }
}

function priceOf(asset: Asset, coins: z.infer<typeof simplePrice>): Price[] {
  for (const id of COINS[asset]) {
    const coin = coins[id]
    if (coin?.usd) return [{ asset, usd: coin.usd, change24h: coin.usd_24h_change ?? null, source: 'CoinGecko' }]
  }
  return []
}

async function ask(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!response.ok) {
      const retryAfterMs = readRetryAfter(response.headers)
      throw new MarketUnavailable(`${new URL(url).host} answered ${response.status}.`, { retryAfterMs })
    }
    return parseWithExactNumbers(await readCapped(response))
  } catch (error) {
    if (error instanceof MarketUnavailable) throw error
    throw new MarketUnavailable(`${new URL(url).host} did not answer usefully.`, { cause: error })
  }
}

async function readCapped(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength
    if (size > LARGEST_ANSWER) {
      await reader?.cancel()
      throw new MarketUnavailable(`${new URL(response.url).host} answered with too much.`)
    }
    chunks.push(read.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function understand<Shape extends z.ZodType>(shape: Shape, answer: unknown, who: string): z.infer<Shape> {
  const parsed = shape.safeParse(answer)
  if (!parsed.success) throw new MarketUnavailable(`${who} answered something else.`, { cause: parsed.error })
  return parsed.data
}
