import { describe, expect, test } from 'vitest'
import { fitsFilter, isFiltering, noDays, readEscrowFilter, spanOf, writeFilter } from './escrow-filter.ts'

const read = (query: Record<string, string>) => readEscrowFilter(new URLSearchParams(query))
const HASH = 'AB'.repeat(32)

describe('what is looked for', () => {
  test.each([
    ['auto_7K3MQ9XHW2TPV4ZD0000', 'id'],
    [' auto_7k3mq9xhw2tpv4zd0000 ', 'id'],
    [HASH, 'hash'],
    ['1913894848', 'reference'],
    ['0', 'text'],
    ['99999999999', 'text'],
    ['coffee', 'text'],
    ['%', 'text'],
  ])('%j is taken for the %s', (find, as) => {
    expect(read({ find }).find?.as).toBe(as)
  })

  test('nothing is nothing, and too much is cut', () => {
    expect(read({ find: '  ' }).find).toBeNull()
    expect(read({ find: 'x'.repeat(500) }).find?.typed).toHaveLength(100)
  })
})

test('what no form of ours has written is left out', () => {
  const filter = read({ state: 'lost', asset: 'BTC', from: '2026-02-30', until: 'tomorrow' })
  expect(isFiltering(filter)).toBe(false)
  expect(writeFilter(filter)).toEqual({})
})

test('what was read is written as it was', () => {
  const query = { find: 'coffee', state: 'open', asset: 'XRP', from: '2026-01-01', until: '2026-01-31' }
  expect(writeFilter(read(query))).toEqual(query)
})

test('both days belong to the span', () => {
  expect(spanOf({ from: '2026-01-31', until: '2026-01-31' })).toEqual({
    from: new Date('2026-01-31T00:00:00Z'),
    before: new Date('2026-02-01T00:00:00Z'),
  })
  expect(spanOf({ from: null, until: null })).toEqual({ from: null, before: null })
})

test('days that are none are told, as they were typed', () => {
  const query = new URLSearchParams({ from: '31.01.2026', until: '2026-01-31', find: 'x' })
  expect(noDays(query)).toEqual([{ name: 'from', typed: '31.01.2026' }])
  expect(noDays(new URLSearchParams({ from: '', until: ' ' }))).toEqual([])
})

describe('an escrow of a short list', () => {
  const escrow = {
    transactionId: 'auto_7K3MQ9XHW2TPV4ZD0000',
    realTxId: HASH,
    reference: 1913894848,
    notes: 'Forty bags of Coffee',
    counterparty: 'Paula Paid',
    currency: 'XRP',
    createdAt: '2026-01-31T23:59:59.999Z',
  } as const

  test.each([
    [{ find: 'auto_7k3mq9xhw2tpv4zd0000' }, true],
    [{ find: 'auto_7K3MQ9XHW2TPV4ZD0001' }, false],
    [{ find: HASH.toLowerCase() }, true],
    [{ find: 'CD'.repeat(32) }, false],
    [{ find: '1913894848' }, true],
    [{ find: '1913894849' }, false],
    [{ find: 'coffee' }, true],
    [{ find: 'PAULA' }, true],
    [{ find: 'tea' }, false],
    [{ asset: 'XRP', state: 'open', from: '2026-01-31', until: '2026-01-31' }, true],
    [{ asset: 'XLM' }, false],
    [{ state: 'finished' }, false],
    [{ from: '2026-02-01' }, false],
    [{ until: '2026-01-30' }, false],
    [{ find: 'coffee', asset: 'USDC' }, false],
  ])('%j: %j', (query, fits) => {
    expect(fitsFilter(escrow, read(query as Record<string, string>))).toBe(fits)
  })
})
