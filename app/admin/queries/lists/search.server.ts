/** The operator's search box: leads to the one page that is meant, otherwise to the lists with matches. */
import { findAccountAt } from '#app/accounts/db/users.server.ts'
import { readList } from '#app/admin/db/read-list.server.ts'
import { ADMIN_LISTS, type AdminListName } from '#app/admin/domain/lists.ts'
import { readSought, type Sought } from '#app/admin/domain/sought.ts'
import type { Database } from '#app/kernel/db/client.server.ts'

export type SearchHit = { to: string } | { lists: AdminListName[] } | { nothing: 'unread' | 'unknown' }

/** `to`: a page of the Admin Panel. */
export async function searchAdmin(db: Database, typed: string): Promise<SearchHit> {
  const sought = readSought(typed)
  if (!sought) return { nothing: 'unread' }
  const hits = await Promise.all(ADMIN_LISTS.map(async (list) => ({ list, rows: await firstTwo(db, list, sought) })))
  const [escrow, secondEscrow] = hits.find(({ list }) => list === 'escrows')?.rows ?? []
  // An ID, a hash or a reference means its one escrow; a wallet or a person may have just one by chance.
  const namesOne = sought.kind === 'escrow' || sought.kind === 'hash' || sought.kind === 'reference'
  if (namesOne && escrow && !secondEscrow) return { to: `/admin-panel/escrows?txid=${escrow.txid}` }
  if (sought.kind === 'email') {
    const account = await findAccountAt(db, sought.email)
    if (account) return { to: `/admin-panel/people/${account.id}` }
  }
  const lists = hits.flatMap(({ list, rows }) => (rows.length > 0 ? [list] : []))
  const [only, second] = lists
  if (only === undefined) return { nothing: 'unknown' }
  return second === undefined ? { to: `/admin-panel/lists/${only}?${new URLSearchParams({ q: typed })}` } : { lists }
}

async function firstTwo(db: Database, list: AdminListName, sought: Sought) {
  const filter = { sought, state: null, asset: null, from: null, before: null }
  return readList(db, { list, filter, place: null, take: 2 })
}
