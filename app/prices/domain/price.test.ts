import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isFreshPrice, judgePrice } from './price.ts'

const MINUTE = 60_000
const now = new Date('2026-11-20T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

const price = (usd: string, readAgo = 0) => ({ usd: new Decimal(usd), source: 'CoinGecko', fetchedAt: ago(readAgo) })
const trade = (usd: string, { readAgo = 0, madeAgo = readAgo }: { readAgo?: number; madeAgo?: number } = {}) => ({
  usd: new Decimal(usd),
  at: ago(madeAgo),
  fetchedAt: ago(readAgo),
})

test('a price counts for five minutes, and not a millisecond longer', () => {
  expect(isFreshPrice(ago(5 * MINUTE), now)).toBe(true)
  expect(isFreshPrice(ago(5 * MINUTE + 1), now)).toBe(false)
})

describe('a price', () => {
  test('that the last trade bears out is the one to reckon with, with its own source and time', () => {
    const known = {
      asset: 'XLM',
      price: price('0.11', 2 * MINUTE),
      trade: trade('0.1101', { readAgo: MINUTE }),
      now,
    } as const
    expect(judgePrice(known)).toEqual({ usd: new Decimal('0.11'), source: 'CoinGecko', at: ago(2 * MINUTE) })
  })

  test.each([
    ['100', '102', 'agree'],
    ['100', '98', 'agree'],
    ['100', '101.99', 'agree'],
    ['100', '102.01', 'disagree'],
    ['100', '98.01', 'agree'],
    ['100', '97.99', 'disagree'],
    // 2.04 % of the price, though less than 2 % of the trade: the share is computed from the price.
    ['100', '102.04', 'disagree'],
    // 2.04 % of the trade, yet exactly 2 % of the price.
    ['0.11', '0.1078', 'agree'],
    ['0.11', '0.10779999999', 'disagree'],
    ['0.1', '1', 'disagree'],
    ['1', '0.1', 'disagree'],
  ])('of %s and a trade at %s %s', (said, traded, verdict) => {
    for (const asset of ASSETS) {
      const judged = judgePrice({ asset, price: price(said), trade: trade(traded), now })
      if (verdict === 'agree') expect(judged).toMatchObject({ usd: new Decimal(said), source: 'CoinGecko' })
      else expect(judged).toBe('prices_disagree')
    }
  })

  test.each([
    ['no trade is known', null],
    ['the trade was read too long ago', trade('0.11', { readAgo: 5 * MINUTE + 1 })],
    ['the trade was made too long ago', trade('0.11', { madeAgo: 15 * MINUTE + 1 })],
    ['the trade was made far in the future', trade('0.11', { madeAgo: -15 * MINUTE - 1 })],
  ])('is unconfirmed when %s', (_, known) => {
    expect(judgePrice({ asset: 'XLM', price: price('0.11'), trade: known, now })).toBe('price_unconfirmed')
    expect(judgePrice({ asset: 'XRP', price: price('0.11'), trade: known, now })).toBe('price_unconfirmed')
  })

  test('is confirmed by a trade of a quarter of an hour ago that was read five minutes ago', () => {
    const oldest = trade('0.11', { readAgo: 5 * MINUTE, madeAgo: 15 * MINUTE })
    expect(judgePrice({ asset: 'XLM', price: price('0.11'), trade: oldest, now })).toMatchObject({
      source: 'CoinGecko',
    })
  })

  test.each([
    ['neither is known', null, null],
    ['there is a trade alone', null, trade('0.11')],
    ['the price is too old', price('0.11', 5 * MINUTE + 1), trade('0.11')],
  ])('of XLM and XRP is unavailable when %s', (_, known, traded) => {
    expect(judgePrice({ asset: 'XLM', price: known, trade: traded, now })).toBe('price_unavailable')
    expect(judgePrice({ asset: 'XRP', price: known, trade: traded, now })).toBe('price_unavailable')
  })
})

describe('USDC', () => {
  test.each([
    ['both services are silent', null, null],
    ['CoinGecko is silent', null, trade('0.9999')],
    ['Kraken is silent', price('1.0001'), null],
    ['both are old', price('0.5', 6 * MINUTE), trade('0.5', { readAgo: 6 * MINUTE })],
  ])('counts as one dollar when %s', (_, known, traded) => {
    const judged = judgePrice({ asset: 'USDC', price: known, trade: traded, now })
    expect(judged).toEqual({ usd: new Decimal(1), source: 'fixed', at: now })
  })

  test.each([
    ['CoinGecko', price('0.97'), null],
    ['Kraken', null, trade('0.97')],
  ])('does not count as one dollar when %s alone says that it is worth less', (_, known, traded) => {
    expect(judgePrice({ asset: 'USDC', price: known, trade: traded, now })).toBe('price_unconfirmed')
  })

  test('has the price of the market when both services agree that it left the dollar', () => {
    const judged = judgePrice({ asset: 'USDC', price: price('0.9'), trade: trade('0.905'), now })
    expect(judged).toEqual({ usd: new Decimal('0.9'), source: 'CoinGecko', at: now })
  })
})

test('whatever the services say, a price to reckon with is within 2 % of every fresh reading', () => {
  const dollars = fc.integer({ min: 1, max: 300 }).map((cents) => new Decimal(cents).div(100))
  const age = fc.integer({ min: 0, max: 20 * MINUTE })
  const reading = fc.option(fc.record({ usd: dollars, readAgo: age, madeAgo: age }))
  fc.assert(
    fc.property(fc.constantFrom(...ASSETS), reading, reading, (asset, said, traded) => {
      const judged = judgePrice({
        asset,
        price: said && price(said.usd.toFixed(), said.readAgo),
        trade: traded && trade(traded.usd.toFixed(), traded),
        now,
      })
      if (typeof judged === 'string') return
      const fresh = [
        ...(said && said.readAgo <= 5 * MINUTE ? [said] : []),
        ...(traded && traded.readAgo <= 5 * MINUTE && traded.madeAgo <= 15 * MINUTE ? [traded] : []),
      ]
      for (const { usd } of fresh) expect(usd.minus(judged.usd).abs().lte(judged.usd.times('0.02'))).toBe(true)
      if (asset !== 'USDC') expect(fresh).toHaveLength(2)
    }),
  )
})
