import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Market, MarketUnavailable } from '#app/ports.ts'
import { onlyAt } from '#tests/support/runner/own-requests.ts'
import { openMarket } from './market.server.ts'

let server: Server
let market: Market
let asked: string[]
let answer: { status: number; body: string; headers?: Record<string, string> }

beforeEach(async () => {
  asked = []
  const take = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '')
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body)
  }
  server = createServer(onlyAt(['/api/v3/', '/0/public/'], take))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  market = openMarket({ coinGeckoUrl: url, krakenUrl: url })
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const says = (body: unknown, status = 200) => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
}
const pricesNow = async () =>
  (await market.prices()).map(({ asset, usd, change24h }) => [asset, usd.toFixed(), change24h?.toFixed() ?? null])
const tradesOf = async (asset: 'XLM' | 'XRP' | 'USDC') =>
  (await market.lastTrades(asset)).map(({ usd, volume, at }) => [usd.toFixed(), volume.toFixed(), at.toISOString()])

describe('prices', () => {
  test('are read to the last digit', async () => {
    says(
      '{"stellar":{"usd":0.26120000000000000001,"usd_24h_change":-1.5},"ripple":{"usd":2.51},"usd-coin":{"usd":1e0}}',
    )
    expect(await pricesNow()).toEqual([
      ['XLM', '0.26120000000000000001', '-1.5'],
      ['XRP', '2.51', null],
      ['USDC', '1', null],
    ])
    expect(asked[0]).toBe(
      '/api/v3/simple/price?ids=stellar,stellar-lumens,ripple,usd-coin&vs_currencies=usd&include_24hr_change=true',
    )
  })

  test('of the lumen are found under its older name too', async () => {
    says({ 'stellar-lumens': { usd: 0.3 }, stellar: {} })
    expect(await pricesNow()).toEqual([['XLM', '0.3', null]])
  })

  test('that are missing, zero, negative or no numbers are absent', async () => {
    says('{"stellar":{"usd":0},"ripple":{"usd":-1},"usd-coin":{"usd":0.9998}}')
    expect(await pricesNow()).toEqual([['USDC', '0.9998', null]])
    says('{"stellar":{"usd":"<b>"},"ripple":null,"usd-coin":{"usd":0.9998}}')
    expect(await pricesNow()).toEqual([['USDC', '0.9998', null]])
  })

  test.each<[string, unknown, number]>([
    ['an error status', {}, 500],
    ['a rate limit', { status: { error_code: 429 } }, 429],
    ['a page with status 200', '<html>Attention required</html>', 200],
    ['a list', [], 200],
    ['no price at all', {}, 200],
    ['too much', `"${'x'.repeat(3_000_000)}"`, 200],
  ])('are unavailable after %s', async (_, body, status) => {
    says(body, status)
    await expect(market.prices()).rejects.toThrow(MarketUnavailable)
  })

  test('that no database could hold are absent, and a change beyond sense is unknown', async () => {
    says('{"stellar":{"usd":1e12},"ripple":{"usd":1e-30},"usd-coin":{"usd":1,"usd_24h_change":1e9}}')
    expect(await pricesNow()).toEqual([['USDC', '1', null]])
  })

  test.each([429, 503])('say how long CoinGecko asks to be left alone with a %i', async (status) => {
    answer = { status, body: '{}', headers: { 'retry-after': '30' } }
    await expect(market.prices()).rejects.toMatchObject({ name: 'MarketUnavailable', retryAfterMs: 30_000 })
    answer = { status, body: '{}' }
    await expect(market.prices()).rejects.toMatchObject({ name: 'MarketUnavailable', retryAfterMs: null })
  })

  test('are not looked for where a redirect points', async () => {
    answer = { status: 302, body: '', headers: { location: '/elsewhere' } }
    await expect(market.prices()).rejects.toThrow(MarketUnavailable)
    expect(asked).toHaveLength(1)
  })
})

describe('last trades', () => {
  test('are the newest ten, under whatever name Kraken gives the pair', async () => {
    const trades = Array.from({ length: 12 }, (_, index) => [
      `0.${10 + index}`,
      '5.5',
      1530403225.7644963,
      'b',
      'l',
      '',
      index,
    ])
    says({ error: [], result: { XXLMZUSD: trades, last: '1530403225770289000' } })
    const shown = await tradesOf('XLM')
    expect(shown).toHaveLength(10)
    expect(shown.at(-1)).toEqual(['0.21', '5.5', '2018-07-01T00:00:25.764Z'])
    expect(asked[0]).toBe('/0/public/Trades?pair=XLMUSD')
  })

  test('may be none', async () => {
    says({ error: [], result: { USDCUSD: [], last: '1' } })
    expect(await tradesOf('USDC')).toEqual([])
  })

  test('are unavailable when Kraken names an error or says something else', async () => {
    says({ error: ['EQuery:Unknown asset pair'] })
    await expect(market.lastTrades('XRP')).rejects.toThrow('Unknown asset pair')
    says({ error: [], result: { XXRPZUSD: [['a', 'b', 'c']], last: '1' } })
    await expect(market.lastTrades('XRP')).rejects.toThrow(MarketUnavailable)
  })
})

test.each([
  ['a price of nothing', ['0', '1', 1530403225.7]],
  ['a negative price', ['-0.1', '1', 1530403225.7]],
  ['a time that no calendar has', ['0.1', '1', 1e15]],
])('trades with %s are nonsense', async (_, trade) => {
  says({ error: [], result: { XXLMZUSD: [trade], last: '1' } })
  await expect(market.lastTrades('XLM')).rejects.toThrow(MarketUnavailable)
})

const fixtures = join(process.env.FIXTURES_DIR ?? join(import.meta.dirname, '../../../../shared/fixtures'), 'prices')

describe.skipIf(!existsSync(fixtures))('recorded answers (FIXTURES_DIR)', () => {
  const recorded = (name: string) => says(readFileSync(join(fixtures, name), 'utf8'))

  test('of CoinGecko are read', async () => {
    recorded('coingecko_simple_price_captured_2020.json')
    expect(await pricesNow()).toEqual([['XLM', '0.04817891', null]])
    recorded('coingecko_simple_price_stale_change_SHAPE_ONLY.json')
    expect(await pricesNow()).toEqual([
      ['XLM', '0.2612', null],
      ['XRP', '2.51', '0.7423111'],
    ])
  })

  test('of Kraken are read', async () => {
    recorded('kraken_trades_XXLMZUSD_captured_2018.json')
    expect((await tradesOf('XLM')).at(-1)).toEqual(['0.1933', '3145.32229695', '2018-07-01T00:00:25.770Z'])
    recorded('kraken_trades_empty_page.json')
    expect(await tradesOf('XLM')).toEqual([])
    recorded('kraken_error_unknown_pair_SHAPE_ONLY.json')
    await expect(market.lastTrades('XLM')).rejects.toThrow(MarketUnavailable)
  })
})
