import { expect, test } from 'vitest'
import { faultOf, isAcceptable } from './list-floors.ts'
import type { ListedEntry, ReadList } from './listed-entry.ts'

const entry: ListedEntry = {
  sourceId: '1',
  kind: 'person',
  names: [{ text: 'Ada Vorstrand', isWeak: false }],
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
  entries: Array.from({ length: count }, (_, at) => ({ ...entry, sourceId: String(at) })),
  unknownCurrencies: [],
})
const size = (entries: number, names = entries) => ({ entries, names })
const of = { list: 'un', before: null, isPlay: false } as const

test('a list of its usual size may take the place of the one before', () => {
  expect(faultOf(read(1_003), of)).toBeNull()
  expect(faultOf(read(1_003), { ...of, before: size(1_010) })).toBeNull()
  expect(faultOf(read(19_000, 19_000), { ...of, list: 'ofac_sdn' })).toBeNull()
})

test.each([
  ['nothing', 'empty', faultOf(read(0), of)],
  ['part of one', 'fewer_than_ever', faultOf(read(400), of)],
  ['one that lacks more than a twentieth', 'shrunk', faultOf(read(949), { ...of, before: size(1_000) })],
  [
    'one with fewer entries than it says',
    'fewer_than_declared',
    faultOf(read(18_999, 19_000), { ...of, list: 'ofac_sdn' }),
  ],
])('%s is a fault: %s', (_, expected, fault) => {
  expect(fault).toBe(expected)
})

test('a twentieth less is a delisting, and no fault', () => {
  expect(faultOf(read(950), { ...of, before: size(1_000) })).toBeNull()
})

test('the lists of the harbour are short, and may still not be empty or shrink', () => {
  expect(faultOf(read(3), { ...of, isPlay: true })).toBeNull()
  expect(faultOf(read(2), { ...of, isPlay: true, before: size(3) })).toBeNull()
  expect(faultOf(read(0), { ...of, isPlay: true })).toBe('empty')
  expect(faultOf(read(90), { ...of, isPlay: true, before: size(100) })).toBe('shrunk')
})

test('OFAC’s long list is never taken for the short one', () => {
  expect(faultOf(read(19_000, 19_000), { ...of, list: 'ofac_consolidated' })).toBe('more_than_ever')
  expect(faultOf(read(481, 481), { ...of, list: 'ofac_consolidated' })).toBeNull()
})

test.each([
  ['numbers are the same', 'without_numbers', { sourceId: '7' }],
  ['numbers are nowhere', 'without_numbers', { sourceId: '' }],
  ['names are nowhere', 'without_names', { names: [] }],
])('of a list of which the %s, nothing is taken: %s', (_, expected, odd) => {
  const sound = read(1_003)
  const changed = (count: number) => ({
    ...sound,
    entries: sound.entries.map((known, at) => (at < count ? { ...known, ...odd } : known)),
  })
  expect(faultOf(changed(1_003), of)).toBe(expected)
  expect(faultOf(changed(60), of)).toBe(expected)
  expect(faultOf(changed(40), of)).toBeNull()
})

test('a list that has lost its other names is no list', () => {
  expect(faultOf(read(1_000), { ...of, before: size(1_000, 3_000) })).toBe('names_shrunk')
  expect(faultOf(read(1_000), { ...of, before: size(1_000, 1_050) })).toBeNull()
})

test('a list that two operators have accepted below its floor is measured by itself', () => {
  const before = size(700)
  expect(faultOf(read(700), { ...of, before })).toBeNull()
  expect(faultOf(read(690), { ...of, before })).toBeNull()
  expect(faultOf(read(600), { ...of, before })).toBe('shrunk')
})

test('what has another form cannot be accepted, also where it is too short besides', () => {
  const nameless = { ...read(400), entries: read(400).entries.map((known) => ({ ...known, names: [] })) }
  expect(faultOf(nameless, of)).toBe('without_names')
  for (const fault of ['fewer_than_ever', 'shrunk', 'names_shrunk'] as const) expect(isAcceptable(fault)).toBe(true)
  const others = ['empty', 'fewer_than_declared', 'more_than_ever', 'without_names', 'without_numbers'] as const
  for (const fault of others) expect(isAcceptable(fault)).toBe(false)
})
