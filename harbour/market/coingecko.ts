/** CoinGecko's GET /api/v3/simple/price. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { json, jsonText, type Reply } from '#harbour/http.ts'
import type { View } from '#harbour/market/prices.ts'

const IDS: Record<string, Asset> = { stellar: 'XLM', ripple: 'XRP', 'usd-coin': 'USDC' }

const DAY_MS = 86_400_000
/** The real service updates its prices about this often. */
const RENEWED_EVERY_MS = 20_000

/** Unknown ids and currencies are left out silently, as in the real service. */
export function simplePrice(prices: View, request: { query: URLSearchParams; now: number }): Reply {
  const { query, now } = request
  for (const parameter of ['ids', 'vs_currencies']) {
    if (!query.get(parameter)) return json(422, { error: `Missing parameter ${parameter}` })
  }
  const inUsd = list(query.get('vs_currencies')).includes('usd')
  const renewed = now - (now % RENEWED_EVERY_MS)
  const entries = list(query.get('ids')).flatMap((id) => {
    const asset = Object.hasOwn(IDS, id) ? IDS[id] : undefined
    const usd = asset === undefined ? null : prices.at(asset, renewed)
    if (asset === undefined || usd === null) return []
    const fields: string[] = []
    if (inUsd) fields.push(`"usd":${plain(rounded(usd, query.get('precision')))}`)
    if (inUsd && query.get('include_24hr_change') === 'true') {
      fields.push(`"usd_24h_change":${plain(dayChange(prices, { asset, usd, at: renewed }))}`)
    }
    if (query.get('include_last_updated_at') === 'true') fields.push(`"last_updated_at":${renewed / 1000}`)
    return [`${JSON.stringify(id)}:{${fields.join(',')}}`]
  })
  return jsonText(200, `{${entries.join(',')}}`)
}

/** `precision`: a number of decimals or "full"; without it about six significant figures, as in the service. */
function rounded(usd: Decimal, precision: string | null): Decimal {
  if (precision === 'full') return usd.toSignificantDigits(16)
  if (precision !== null && /^(?:\d|1[0-8])$/.test(precision)) return usd.toDecimalPlaces(Number(precision))
  return usd.toSignificantDigits(6)
}

/** In percent. */
function dayChange(prices: View, now: { asset: Asset; usd: Decimal; at: number }): Decimal {
  const before = prices.wanderedAt(now.asset, now.at - DAY_MS)
  return now.usd.div(before).minus(1).times(100).toDecimalPlaces(13)
}

function list(value: string | null): string[] {
  return [...new Set((value ?? '').split(',').map((part) => part.trim().toLowerCase()))].filter((part) => part !== '')
}

export function tooManyForCoinGecko(): Reply {
  const error_message =
    "You've exceeded the Rate Limit. Please visit https://www.coingecko.com/en/api/pricing to subscribe to our API plans for higher rate limits."
  return json(429, { status: { error_code: 429, error_message } }, { 'Retry-After': '30' })
}

export function coinGeckoFailed(): Reply {
  return json(500, { status: { error_code: 500, error_message: 'Internal Server Error' } })
}
