/**
 * Where a page of a long list begins: after or before a row, which the URL names by its time and its id. An offset
 * would read all rows before it, and show a row twice when others are added meanwhile.
 */
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'

export type RowPlace = { at: Date; id: string }

/** `next`: the rows after this one in the list's order. `previous`: those just before it. */
export type ListPlace = { way: 'next' | 'previous'; row: RowPlace }

/** The parameter in the URL: `after=…` or `before=…`; empty on the first page. */
export type WrittenPlace = Partial<Record<'after' | 'before', string>>

export function writePlace({ way, row }: ListPlace): WrittenPlace {
  const written = `${row.at.getTime()}_${row.id}`
  return way === 'next' ? { after: written } : { before: written }
}

/** Null: the first page, also for everything that no page of ours has written. */
export function readPlace({ after, before }: Partial<Record<'after' | 'before', string | null>>): ListPlace | null {
  const next = rowIn(after ?? '')
  if (next) return { way: 'next', row: next }
  const previous = rowIn(before ?? '')
  return previous && { way: 'previous', row: previous }
}

function rowIn(text: string): RowPlace | null {
  const [, moment = '', id = ''] = /^(\d{1,14})_(.+)$/.exec(text) ?? []
  return moment !== '' && looksLikeRowId(id) ? { at: new Date(Number(moment)), id } : null
}

/** A page of a list, with the parameters of the pages beside it; null: none. */
export type ListPage<Row> = { rows: Row[]; previous: WrittenPlace | null; next: WrittenPlace | null }

/** What a page requests from its source: at most `take` rows, in the direction of `place`. */
export type Slice = { place: ListPlace | null; take: number }

type Source<Row> = {
  place: ListPlace | null
  size: number
  find(slice: Slice): Promise<Row[]>
  placeOf(row: Row): RowPlace
}

/** Requests one row more, to know whether there is another page. Going back ends on a full first page. */
export async function readPage<Row>(source: Source<Row>): Promise<ListPage<Row>> {
  const { place, size, find, placeOf } = source
  const found = await find({ place, take: size + 1 })
  const hasMore = found.length > size
  const isBack = place?.way === 'previous'
  if (isBack && !hasMore) return readPage({ ...source, place: null })
  const rows = isBack ? found.slice(0, size).reverse() : found.slice(0, size)
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    rows,
    previous: place && first ? writePlace({ way: 'previous', row: placeOf(first) }) : null,
    next: last && (hasMore || isBack) ? writePlace({ way: 'next', row: placeOf(last) }) : null,
  }
}
