/** An admin list: the filter in its URL, one page of it, and all of it as a CSV file. */
import { type ListFilter, readList } from '#app/admin/db/read-list.server.ts'
import { type AdminListName, LIST_FACTS, type ListRow, MOST_ROWS_OF_FILE } from '#app/admin/domain/lists.ts'
import { LONGEST_SOUGHT, readSought } from '#app/admin/domain/sought.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { ASSETS, isAsset, looksLikeHash, NETWORKS, networkOf } from '#app/kernel/domain/assets.ts'
import { type ListPage, type ListPlace, readPage } from '#app/kernel/domain/paging/list-place.ts'
import { CSV_START, csvLine } from '#app/kernel/domain/words/csv.ts'
import { dayAfter, readDay } from '#app/kernel/domain/words/day.ts'
import { explorerLink, type LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import { ROWS_PER_PAGE } from '../admin-page.ts'

/** As in the URL; empty: any. */
export type TypedFilter = Record<'q' | 'state' | 'asset' | 'from' | 'to', string>

export type FilterProblem = { field: 'q' | 'from' | 'to'; why: 'nothing' | 'noDay' }

export function typedFilter(query: URLSearchParams): TypedFilter {
  const typed = (field: string) => (query.get(field) ?? '').replace(/\p{Cc}/gu, '').trim()
  return {
    q: typed('q').slice(0, LONGEST_SOUGHT + 1),
    state: typed('state').slice(0, 40),
    asset: typed('asset').slice(0, 40),
    from: typed('from').slice(0, 40),
    to: typed('to').slice(0, 40),
  }
}

/** Returns the filter, or what is wrong with it. An unknown state or asset filters nothing. */
export function readListFilter(
  list: AdminListName,
  typed: TypedFilter,
): { filter: ListFilter; problems: null } | { filter: null; problems: FilterProblem[] } {
  const sought = typed.q === '' ? null : readSought(typed.q)
  const [from, to] = [readDay(typed.from), readDay(typed.to)]
  const problems: (FilterProblem | false)[] = [
    typed.q !== '' && !sought && { field: 'q', why: 'nothing' },
    typed.from !== '' && !from && { field: 'from', why: 'noDay' },
    typed.to !== '' && !to && { field: 'to', why: 'noDay' },
  ]
  const found = problems.filter((problem) => problem !== false)
  if (found.length > 0) return { filter: null, problems: found }
  const state = LIST_FACTS[list].states.find((known) => known === typed.state) ?? null
  const asset = ASSETS.find((known) => known === typed.asset) ?? null
  return { filter: { sought, state, asset, from, before: to && dayAfter(to) }, problems: null }
}

/** A row as its page shows it. `explorer`: the link to its hash on the ledger's explorer. */
export type RowView = { id: string; at: string } & Record<string, string | null>

export async function loadList(
  db: Database,
  {
    list,
    filter,
    place,
    networks,
  }: { list: AdminListName; filter: ListFilter; place: ListPlace | null; networks: LedgerNetworks },
): Promise<ListPage<RowView>> {
  const { rows, ...page } = await readPage({
    place,
    size: ROWS_PER_PAGE,
    find: (slice) => readList(db, { list, filter, ...slice }),
    placeOf: ({ id, at }) => ({ id, at }),
  })
  return { ...page, rows: rows.map((row) => withExplorer(showRow(row), networks)) }
}

const showRow = (row: ListRow): RowView =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  ) as RowView

function withExplorer(row: RowView, networks: LedgerNetworks): RowView {
  const { hash, asset } = row
  const network = NETWORKS.find((known) => known === row.network) ?? (asset && isAsset(asset) ? networkOf(asset) : null)
  // Somebody may have typed something that is no hash.
  if (!hash || !network || !looksLikeHash(hash)) return row
  return { ...row, explorer: explorerLink(networks, { network, hash }) }
}

const ROWS_AT_ONCE = 1000

/** The filtered list as CSV lines, newest first, read in slices. It ends after MOST_ROWS_OF_FILE rows. */
export async function* listAsCsv(
  db: Database,
  { list, filter, most = MOST_ROWS_OF_FILE }: { list: AdminListName; filter: ListFilter; most?: number },
): AsyncGenerator<string> {
  const { columns, fileOnly } = LIST_FACTS[list]
  const keys = [...Object.keys(columns), ...fileOnly]
  yield CSV_START + csvLine(['at', ...keys])
  let place: ListPlace | null = null
  let left = most
  while (left > 0) {
    const take = Math.min(ROWS_AT_ONCE, left)
    const rows: ListRow[] = await readList(db, { list, filter, place, take })
    if (rows.length > 0) {
      const lines = rows.map(showRow).map((row) => csvLine([row.at, ...keys.map((key) => row[key] ?? null)]))
      yield lines.join('')
    }
    const last = rows.at(-1)
    if (!last || rows.length < take) return
    left -= rows.length
    place = { way: 'next', row: { at: last.at, id: last.id } }
  }
}

const NEWEST = 5

/** The newest rows of a list that belong to a person. */
export async function loadNewest(
  db: Database,
  { list, email, networks }: { list: AdminListName; email: string; networks: LedgerNetworks },
): Promise<RowView[]> {
  const filter: ListFilter = { ...EVERYTHING, sought: { kind: 'email', email } }
  const rows = await readList(db, { list, filter, place: null, take: NEWEST })
  return rows.map((row) => withExplorer(showRow(row), networks))
}

/** The newest rows of a list that belong to an escrow. */
export async function loadNewestOf(
  db: Database,
  { list, txid }: { list: AdminListName; txid: string },
): Promise<RowView[]> {
  const filter: ListFilter = { ...EVERYTHING, sought: { kind: 'escrow', txid } }
  return (await readList(db, { list, filter, place: null, take: NEWEST })).map(showRow)
}

const EVERYTHING: ListFilter = { sought: null, state: null, asset: null, from: null, before: null }
