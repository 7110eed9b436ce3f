import { expect, it } from 'vitest'
import { type ListPage, type ListPlace, readPage, readPlace, type Slice } from './list-place.ts'

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
type Row = { at: Date; id: string }
/** Newest first; two of each moment. */
const ROWS: Row[] = Array.from({ length: 13 }, (_, n) => ({
  at: new Date(Math.floor((100 - n) / 2)),
  id: idOf(100 - n),
}))

const placeOf = ({ at, id }: Row) => ({ at, id })

async function find({ place, take }: Slice): Promise<Row[]> {
  if (!place) return ROWS.slice(0, take)
  const here = ROWS.findIndex(({ id }) => id === place.row.id)
  return place.way === 'next' ? ROWS.slice(here + 1, here + 1 + take) : ROWS.slice(0, here).reverse().slice(0, take)
}

const read = (place: ListPlace | null) => readPage({ place, size: 5, find, placeOf })
const numbers = ({ rows }: ListPage<Row>) => rows.map(({ id }) => ROWS.findIndex((row) => row.id === id))

it('leads forth and back through every row, once', async () => {
  const first = await read(null)
  expect(numbers(first)).toEqual([0, 1, 2, 3, 4])
  expect(first.previous).toBeNull()
  const second = await read(readPlace(first.next ?? {}))
  expect(numbers(second)).toEqual([5, 6, 7, 8, 9])
  const third = await read(readPlace(second.next ?? {}))
  expect(numbers(third)).toEqual([10, 11, 12])
  expect(third.next).toBeNull()
  const back = await read(readPlace(third.previous ?? {}))
  expect(numbers(back)).toEqual([5, 6, 7, 8, 9])
  expect(numbers(await read(readPlace(back.next ?? {})))).toEqual([10, 11, 12])
  const start = await read(readPlace(back.previous ?? {}))
  expect(start).toEqual(first)
})

it('going back to where less than a page is left shows the first page whole', async () => {
  const place = { way: 'previous' as const, row: placeOf(ROWS[2] as Row) }
  expect(numbers(await read(place))).toEqual([0, 1, 2, 3, 4])
})

it('a list of one page has no other', async () => {
  const all = await readPage({ place: null, size: 13, find, placeOf })
  expect([all.rows.length, all.previous, all.next]).toEqual([13, null, null])
})

it.each(['', '3', 'abc', `_${idOf(1)}`, '12_no-id', `999999999999999_${idOf(1)}`, `1e3_${idOf(1)}`])(
  'an address with “%s” asks for the first page',
  (after) => {
    expect(readPlace({ after })).toBeNull()
    expect(readPlace({ before: after })).toBeNull()
  },
)
