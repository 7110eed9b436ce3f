/** The operator's list of resellers: its filter, one page of it, and all of it as a CSV file. */

import { LONGEST_SOUGHT } from '#app/admin/domain/sought.ts'
import { ROWS_PER_PAGE } from '#app/admin/queries/admin-page.ts'
import { sumUnpaid } from '#app/fees/resellers/db/earnings.server.ts'
import { findResellers, type ResellerFilter, type StoredReseller } from '#app/fees/resellers/db/resellers.server.ts'
import { type Totals, totalsOf } from '#app/fees/resellers/queries/reseller-view.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { type ListPage, type ListPlace, readPage } from '#app/kernel/domain/paging/list-place.ts'
import { CSV_START, csvLine } from '#app/kernel/domain/words/csv.ts'
import { sumPaid } from '#app/settlement/payouts/db/reseller-payouts.server.ts'

export type ResellerRow = { id: string; name: string; email: string | null; totals: Totals }

/** As in the URL; empty: any. */
export type TypedResellerFilter = { q: string; state: 'active' | 'inactive' | '' }

/** An unknown state filters nothing. */
export function typedResellerFilter(query: URLSearchParams): TypedResellerFilter {
  const state = query.get('state')
  return {
    q: (query.get('q') ?? '')
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, LONGEST_SOUGHT),
    state: state === 'active' || state === 'inactive' ? state : '',
  }
}

const filterOf = ({ q, state }: TypedResellerFilter): ResellerFilter => ({
  text: q,
  state: state === '' ? null : state,
})

/** Newest first. */
export async function listResellers(
  db: Database,
  { typed, place }: { typed: TypedResellerFilter; place: ListPlace | null },
): Promise<ListPage<ResellerRow>> {
  const list = await readPage({
    place,
    size: ROWS_PER_PAGE,
    find: (slice) => findResellers(db, { ...slice, filter: filterOf(typed) }),
    placeOf: ({ createdAt, id }) => ({ at: createdAt, id }),
  })
  const totals = await totalsOfAll(db, list.rows)
  return {
    ...list,
    rows: list.rows.map(({ id, name, email, resellerId }) => ({ id, name, email, totals: totals(resellerId) })),
  }
}

async function totalsOfAll(db: Database, rows: readonly StoredReseller[]): Promise<(resellerId: string) => Totals> {
  const ids = rows.map(({ resellerId }) => resellerId)
  const [sums, paid] = await Promise.all([sumUnpaid(db, ids), sumPaid(db, ids)])
  const unpaid = new Map(sums.map((sum) => [sum.resellerId, sum]))
  return (resellerId) => totalsOf({ unpaid: unpaid.get(resellerId), paid: paid.get(resellerId) })
}

const ROWS_AT_ONCE = 500
const COLUMNS = ['at', 'name', 'email', 'asset', 'wallet', 'memo', 'earned', 'accrued', 'payable', 'on_its_way', 'paid']

/** The filtered list as CSV lines, newest first, in US dollars. */
export async function* resellersAsCsv(db: Database, typed: TypedResellerFilter): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS)
  let place: ListPlace | null = null
  while (true) {
    const rows: StoredReseller[] = await findResellers(db, { place, take: ROWS_AT_ONCE, filter: filterOf(typed) })
    const totals = await totalsOfAll(db, rows)
    const lines = rows.map(({ createdAt, name, email, paidWith, resellerId }) => {
      const { earned, accrued, payable, on_its_way: onItsWay, paid } = totals(resellerId)
      const { address = null, memo = null } = paidWith?.wallet ?? {}
      const sums = [earned, accrued, payable, onItsWay, paid]
      return csvLine([createdAt.toISOString(), name, email, paidWith?.asset ?? null, address, memo, ...sums])
    })
    if (lines.length > 0) yield lines.join('')
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    place = { way: 'next', row: { at: last.createdAt, id: last.id } }
  }
}
