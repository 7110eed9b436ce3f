import { expect, test } from 'vitest'
import { faultOf } from './list-floors.ts'
import type { ListedEntry, ReadList } from './listed-entry.ts'

const entry: ListedEntry = {
  sourceId: '1',
  kind: 'person',
  names: [],
  births: [],
  countries: [],
  programmes: [],
  documents: [],
  wallets: [],
  remarks: null,
}
const read = (count: number, declaredCount: number | null = null): ReadList => ({
  publishedAt: null,
  declaredCount,
  entries: Array.from({ length: count }, () => entry),
  unknownCurrencies: [],
})
const of = { list: 'un', before: null, isPlay: false } as const

test('a list of its usual size may take the place of the one before', () => {
  expect(faultOf(read(1_003), of)).toBeNull()
  expect(faultOf(read(1_003), { ...of, before: 1_010 })).toBeNull()
  expect(faultOf(read(19_000, 19_000), { ...of, list: 'ofac_sdn' })).toBeNull()
})

test.each([
  ['nothing', 'empty', faultOf(read(0), of)],
  ['part of one', 'fewer_than_ever', faultOf(read(400), of)],
  ['one that lacks more than a twentieth', 'shrunk', faultOf(read(949), { ...of, before: 1_000 })],
  [
    'one with fewer entries than it says',
    'fewer_than_declared',
    faultOf(read(18_999, 19_000), { ...of, list: 'ofac_sdn' }),
  ],
])('%s is a fault: %s', (_, expected, fault) => {
  expect(fault).toBe(expected)
})

test('a twentieth less is a delisting, and no fault', () => {
  expect(faultOf(read(950), { ...of, before: 1_000 })).toBeNull()
})

test('the lists of the harbour are short, and may still not be empty or shrink', () => {
  expect(faultOf(read(3), { ...of, isPlay: true })).toBeNull()
  expect(faultOf(read(2), { ...of, isPlay: true, before: 3 })).toBeNull()
  expect(faultOf(read(0), { ...of, isPlay: true })).toBe('empty')
  expect(faultOf(read(90), { ...of, isPlay: true, before: 100 })).toBe('shrunk')
})
