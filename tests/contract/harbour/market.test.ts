import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ASSETS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { createFaults, type Faults } from '#harbour/faults.ts'
import { openPrices } from '#harbour/market/prices.ts'
import { type Market, startMarket } from '#harbour/market/server.ts'

const FIXTURES = join(process.env.FIXTURES_DIR ?? join(import.meta.dirname, '../../../../shared/fixtures'), 'prices')
const SPEC_QUERY =
  'ids=stellar,stellar-lumens,ripple,usd-coin&vs_currencies=usd&include_24hr_change=true&include_last_updated_at=true'
const KRAKEN_PAIRS: [string, Asset, string][] = [
  ['XLMUSD', 'XLM', 'XXLMZUSD'],
  ['XRPUSD', 'XRP', 'XXRPZUSD'],
  ['USDCUSD', 'USDC', 'USDCUSD'],
]

const TradesSchema = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.union([z.string(), z.array(z.array(z.union([z.string(), z.number()])))])),
})

/** The keys and types of a JSON value. All items of a list count as one, and so do names of pairs and coins. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
}

describe('the market', () => {
  let faults: Faults
  let market: Market

  beforeEach(async () => {
    faults = createFaults()
    market = await startMarket({ port: 0, faults, seed: 'test', stateFile: null })
  })
  afterEach(() => market.close())

  const get = async (path: string) => {
    const response = await fetch(market.url + path)
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
  }
  const simplePrice = async () => {
    const { body } = await get(`/api/v3/simple/price?${SPEC_QUERY}`)
    return z.record(z.string(), z.record(z.string(), z.number())).parse(body)
  }
  const trades = async (query: string) => {
    const { body } = await get(`/0/public/Trades?${query}`)
    const { result } = TradesSchema.parse(body)
    const [name, rows] = Object.entries(result).find(([key]) => key !== 'last') ?? []
    return { name, rows: z.array(z.array(z.union([z.string(), z.number()]))).parse(rows), last: result.last }
  }

  test('CoinGecko gives the asked coins and leaves out what it does not know', async () => {
    const asked = Date.now() / 1000
    const body = await simplePrice()
    const answered = Date.now() / 1000
    expect(Object.keys(body).sort()).toEqual(['ripple', 'stellar', 'usd-coin'])
    expect(Math.abs(body.stellar!.usd! - 0.11)).toBeLessThan(0.11 * 0.02)
    expect(Math.abs(body.ripple!.usd! - 2.2)).toBeLessThan(2.2 * 0.02)
    expect(Math.abs(body['usd-coin']!.usd! - 1)).toBeLessThan(0.001)
    expect(body.stellar!.last_updated_at!).toBeGreaterThan(asked - 30)
    expect(body.stellar!.last_updated_at!).toBeLessThanOrEqual(answered)
  })

  test('CoinGecko leaves out fields and currencies that were not asked for', async () => {
    expect(shape((await get('/api/v3/simple/price?ids=stellar&vs_currencies=usd')).body)).toEqual({
      stellar: { usd: 'number' },
    })
    expect((await get('/api/v3/simple/price?ids=stellar&vs_currencies=xyz')).body).toEqual({ stellar: {} })
    expect(await get('/api/v3/simple/price?vs_currencies=usd')).toMatchObject({ status: 422 })
  })

  test.each(KRAKEN_PAIRS)('Kraken gives the last ten trades of %s, oldest first, as %s', async (pair, asset, name) => {
    const asked = Date.now() / 1000
    const page = await trades(`pair=${pair}&count=10`)
    const answered = Date.now() / 1000
    expect(page.name).toBe(name)
    expect(page.rows).toHaveLength(10)
    const times = page.rows.map((row) => Number(row[2]))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(answered)
    expect(times.at(-1)).toBeGreaterThan(asked - 30)
    const price = market.price(asset)!
    for (const row of page.rows) {
      expect(new Decimal(row[0]!).minus(price).abs().div(price).lt('0.01')).toBe(true)
      expect(new Decimal(row[1]!).gt(0)).toBe(true)
    }
  })

  test('Kraken goes on after `since`, and an empty page repeats it', async () => {
    const all = await trades('pair=XLMUSD&count=20')
    const cut = all.rows[14]!
    const nanoseconds = String(new Decimal(cut[2]!).times(1_000_000_000).toFixed(0))
    const after = await trades(`pair=XLMUSD&since=${nanoseconds}&count=5`)
    expect(after.rows).toEqual(all.rows.slice(15, 20))
    const future = String(BigInt(Date.now() + 3_600_000) * 1_000_000n)
    expect(await trades(`pair=XLMUSD&since=${future}`)).toEqual({ name: 'XXLMZUSD', rows: [], last: future })
  })

  test('Kraken answers an unknown pair and a wrong count with its errors', async () => {
    expect(await get('/0/public/Trades?pair=NOPE')).toMatchObject({
      status: 200,
      body: { error: ['EQuery:Unknown asset pair'] },
    })
    expect((await get('/0/public/Trades?pair=XLMUSD&count=0')).body).toEqual({
      error: ['EGeneral:Invalid arguments:count'],
    })
  })

  test('a price can be set exactly, in both services, and released', async () => {
    market.setPrice('XLM', new Decimal('0.25'))
    expect((await simplePrice()).stellar!.usd).toBe(0.25)
    expect((await trades('pair=XLMUSD&count=1')).rows[0]![0]).toBe('0.25000000')
    market.release('XLM')
    expect((await simplePrice()).stellar!.usd).toBeLessThan(0.12)
  })

  test('one service alone can have a price of its own, until both get one', async () => {
    market.setPrice('XLM', new Decimal('0.25'))
    market.setPrice('XLM', new Decimal('0.2551'), { service: 'kraken' })
    expect((await simplePrice()).stellar!.usd).toBe(0.25)
    expect((await trades('pair=XLMUSD&count=1')).rows[0]![0]).toBe('0.25510000')
    expect(market.price('XLM')).toEqual(new Decimal('0.25'))
    expect(market.price('XLM', { service: 'kraken' })).toEqual(new Decimal('0.2551'))
    market.release('XLM', { service: 'kraken' })
    expect((await trades('pair=XLMUSD&count=1')).rows[0]![0]).toBe('0.25000000')
    market.setPrice('XLM', new Decimal('0.3'), { service: 'coingecko' })
    market.setPrice('XLM', new Decimal('0.4'))
    expect([market.price('XLM'), market.price('XLM', { service: 'kraken' })]).toEqual([
      new Decimal('0.4'),
      new Decimal('0.4'),
    ])
  })

  test('one service alone can fall silent about an asset', async () => {
    market.stop('XRP', { service: 'kraken' })
    expect((await trades('pair=XRPUSD&count=10')).rows).toEqual([])
    expect(Object.keys(await simplePrice()).sort()).toEqual(['ripple', 'stellar', 'usd-coin'])
    market.stop('XRP', { service: 'coingecko' })
    market.release('XRP', { service: 'kraken' })
    expect((await trades('pair=XRPUSD&count=10')).rows).toHaveLength(10)
    expect(Object.keys(await simplePrice()).sort()).toEqual(['stellar', 'usd-coin'])
    market.release('XRP')
    expect(market.price('XRP')).not.toBeNull()
  })

  test('a stopped asset is missing from one service and has no trades in the other', async () => {
    market.stop('XRP')
    expect(Object.keys(await simplePrice()).sort()).toEqual(['stellar', 'usd-coin'])
    expect((await trades('pair=XRPUSD&count=10')).rows).toEqual([])
    expect((await trades('pair=XLMUSD&count=10')).rows).toHaveLength(10)
  })

  test('troubles come in the words of the service', async () => {
    faults.set({ target: 'market', kind: 'too_many', match: 'simple/price' })
    faults.set({ target: 'market', kind: 'html', match: 'Trades', times: 1 })
    const limited = await get(`/api/v3/simple/price?${SPEC_QUERY}`)
    expect(limited).toMatchObject({ status: 429, body: { status: { error_code: 429 } } })
    expect(limited.headers.get('retry-after')).toBe('30')
    const page = await fetch(`${market.url}/0/public/Trades?pair=XLMUSD`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    faults.set({ target: 'market', kind: 'drop_before' })
    await expect(fetch(`${market.url}/0/public/Trades?pair=XLMUSD`)).rejects.toThrow()
  })

  describe.skipIf(!existsSync(FIXTURES))(
    'has the shapes of the recorded answers (skipped without FIXTURES_DIR)',
    () => {
      const recorded = (name: string) => JSON.parse(readFileSync(join(FIXTURES, name), 'utf8')) as unknown

      test('CoinGecko prices', async () => {
        expect(shape(await simplePrice())).toEqual(shape(recorded('coingecko_simple_price_SHAPE_ONLY.json')))
      })

      test('CoinGecko rate limit', async () => {
        faults.set({ target: 'market', kind: 'too_many', times: 1 })
        const { body } = await get(`/api/v3/simple/price?${SPEC_QUERY}`)
        expect(shape(body)).toEqual(shape(recorded('coingecko_429_SHAPE_ONLY.json')))
      })

      test.each([
        ['pair=XLMUSD&count=3', 'kraken_trades_XXLMZUSD_captured_2018.json'],
        ['pair=XRPUSD&count=2', 'kraken_trades_XXRPZUSD_SHAPE_ONLY.json'],
        ['pair=USDCUSD&count=2', 'kraken_trades_USDCUSD_SHAPE_ONLY.json'],
        ['pair=XLMUSD&since=4000000000000000000', 'kraken_trades_empty_page.json'],
        ['pair=NOPE', 'kraken_error_unknown_pair_SHAPE_ONLY.json'],
      ])('Kraken trades for %s', async (query, fixture) => {
        const { body } = await get(`/0/public/Trades?${query}`)
        expect(shape(body)).toEqual(shape(recorded(fixture)))
      })
    },
  )
})

describe('the prices', () => {
  const DAY = 86_400_000

  test('never move more than 2 % in a day, yet do move', () => {
    const prices = openPrices({ stateFile: null, seed: 'walk' }).seenBy('kraken')
    for (const asset of ASSETS) {
      const changes = Array.from({ length: 200 }, (_, hour) => {
        const at = Date.UTC(2026, 0, 1) + hour * 3_600_000
        return prices
          .wanderedAt(asset, at + DAY)
          .div(prices.wanderedAt(asset, at))
          .minus(1)
          .abs()
      })
      expect(Decimal.max(...changes).lt('0.02')).toBe(true)
      expect(Decimal.max(...changes).gt('0.00005')).toBe(true)
    }
  })

  test('go on where they were after a restart, settings included', () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'market-')), 'market.json')
    const before = openPrices({ stateFile, seed: 'first' })
    before.pin('XRP', { usd: new Decimal('3.5') })
    before.pin('XRP', { usd: new Decimal('3.6'), service: 'coingecko' })
    before.stop('USDC')
    const after = openPrices({ stateFile, seed: 'second' })
    const at = Date.UTC(2026, 5, 1)
    expect(after.seenBy('kraken').at('XLM', at)).toEqual(before.seenBy('coingecko').at('XLM', at))
    expect(after.seenBy('kraken').at('XRP', at)).toEqual(new Decimal('3.5'))
    expect(after.seenBy('coingecko').at('XRP', at)).toEqual(new Decimal('3.6'))
    expect(after.seenBy('kraken').at('USDC', at)).toBeNull()
  })

  test('of a file that knows of no service alone are read as before', () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'market-')), 'market.json')
    writeFileSync(stateFile, JSON.stringify({ seed: 'old', pinned: { XLM: '0.2' }, stopped: ['XRP'] }))
    const view = openPrices({ stateFile }).seenBy('coingecko')
    expect([view.at('XLM', 0), view.at('XRP', 0)]).toEqual([new Decimal('0.2'), null])
  })
})
