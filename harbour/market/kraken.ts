/** Kraken's GET /0/public/Trades. Errors come with status 200, as Kraken sends them. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { json, jsonText, type Reply } from '#harbour/http.ts'
import type { View } from '#harbour/market/prices.ts'

type Pair = { asset: Asset; name: string }

const PAIRS: Record<string, Pair> = {
  XLMUSD: { asset: 'XLM', name: 'XXLMZUSD' },
  XXLMZUSD: { asset: 'XLM', name: 'XXLMZUSD' },
  XRPUSD: { asset: 'XRP', name: 'XXRPZUSD' },
  XXRPZUSD: { asset: 'XRP', name: 'XXRPZUSD' },
  USDCUSD: { asset: 'USDC', name: 'USDCUSD' },
}

/** Average time between two trades. */
const TRADE_EVERY_MS = 7_000
/** Trades differ from the price by at most this fraction: both services agree within 1 %, unless set to differ. */
const SPREAD = '0.0005'
/** Older trades are not returned. */
const MOST_TRADES = 1_000

type Trade = { nanoseconds: bigint; row: string }

/** `since`: a trade's time in nanoseconds (or seconds), exclusive; `count`: 1 to 1000. Oldest first. */
export function recentTrades(prices: View, request: { query: URLSearchParams; now: number }): Reply {
  const { query, now } = request
  const asked = query.get('pair')
  if (asked === null) return json(200, { error: ['EGeneral:Invalid arguments'] })
  const pair = Object.hasOwn(PAIRS, asked) ? PAIRS[asked] : undefined
  if (pair === undefined) return json(200, { error: ['EQuery:Unknown asset pair'] })
  const count = countOf(query.get('count'))
  if (count === null) return json(200, { error: ['EGeneral:Invalid arguments:count'] })
  const since = query.get('since')
  if (since !== null && !/^\d{1,19}$/.test(since)) return json(200, { error: ['EGeneral:Invalid arguments:since'] })

  const after = since === null ? null : nanosecondsOf(since)
  const newest = Math.floor(now / TRADE_EVERY_MS)
  // Without `since`, one more than asked for: the newest may lie a few seconds ahead.
  const among = after === null ? count + 1 : numbersSince(after, newest)
  const trades = tradesUntil(prices, { asset: pair.asset, now, newest, among })
  const page =
    after === null ? trades.slice(-count) : trades.filter((trade) => trade.nanoseconds > after).slice(0, count)
  const last = page.at(-1)?.nanoseconds ?? after ?? BigInt(now) * 1_000_000n
  const rows = page.map((trade) => trade.row).join(',')
  return jsonText(200, `{"error":[],"result":{"${pair.name}":[${rows}],"last":"${last}"}}`)
}

function countOf(asked: string | null): number | null {
  if (asked === null) return MOST_TRADES
  const isInRange = /^[1-9]\d{0,2}$/.test(asked) || asked === String(MOST_TRADES)
  return isInRange ? Number(asked) : null
}

/** How many trades can be after this moment: each falls within the seven seconds of its number. */
function numbersSince(nanoseconds: bigint, newest: number): number {
  const first = Number(nanoseconds / 1_000_000n / BigInt(TRADE_EVERY_MS))
  return Math.max(0, Math.min(MOST_TRADES, newest - first + 1))
}

type Until = { asset: Asset; now: number; newest: number; among: number }

function tradesUntil(prices: View, until: Until): Trade[] {
  const { newest } = until
  const numbers = Array.from({ length: until.among }, (_, place) => newest - until.among + 1 + place)
  return numbers
    .map((number) => tradeOf(prices, { asset: until.asset, number }))
    .filter((trade) => trade !== null)
    .filter((trade) => trade.nanoseconds <= BigInt(until.now) * 1_000_000n)
}

/** Deterministic: a number is always the same trade, unless the price is pinned or released. */
function tradeOf(prices: View, which: { asset: Asset; number: number }): Trade | null {
  const chance = (of: string) => prices.chance(`trade ${which.asset} ${which.number} ${of}`)
  const within = chance('time').times(TRADE_EVERY_MS).toDecimalPlaces(3)
  const microseconds = BigInt(within.times(1000).toFixed(0)) + BigInt(which.number) * BigInt(TRADE_EVERY_MS) * 1000n
  const price = prices.at(which.asset, Number(microseconds / 1000n))
  if (price === null) return null
  const off = prices.isPinned(which.asset) ? 0 : chance('price').times(2).minus(1).times(SPREAD)
  const volume = chance('volume').pow(3).times(5000).plus('0.5').div(price)
  const seconds = `${microseconds / 1_000_000n}.${String(microseconds % 1_000_000n).padStart(6, '0')}`
  const side = chance('side').lt('0.5') ? 'b' : 's'
  const kind = chance('kind').lt('0.4') ? 'm' : 'l'
  const row = `["${places(price.plus(price.times(off)))}","${places(volume)}",${seconds},"${side}","${kind}","",${which.number}]`
  return { nanoseconds: microseconds * 1000n, row }
}

/** Kraken's clients return `last`, in nanoseconds; people type seconds. */
function nanosecondsOf(since: string): bigint {
  return since.length > 12 ? BigInt(since) : BigInt(since) * 1_000_000_000n
}

function places(value: Decimal): string {
  return value.toFixed(8)
}

export function tooManyForKraken(): Reply {
  return json(429, { error: ['EAPI:Rate limit exceeded'] }, { 'Retry-After': '5' })
}

export function krakenFailed(): Reply {
  return json(500, { error: ['EGeneral:Internal error'] })
}
