/** What the operators block themselves (decision 068). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type EntryKind, OWN_LIST } from '#app/screening/domain/listed-entry.ts'
import { entryDetail } from './entries.server.ts'
import type { HashedEntry } from './lists.server.ts'

const IN_FORCE = { list: OWN_LIST, endedAt: null }

/** Returns the entries in force; locks the list until the caller's transaction ends. */
export async function lockOwnList(tx: Transaction): Promise<HashedEntry[]> {
  await tx.$executeRaw`insert into "list_source" ("list") values (${OWN_LIST}) on conflict do nothing`
  await tx.$queryRaw`select 1 from "list_source" where "list" = ${OWN_LIST} for update`
  const rows = await tx.listEntry.findMany({
    where: IN_FORCE,
    select: { sourceId: true, hash: true, kind: true, detail: true },
  })
  return rows.map(({ detail, ...row }) => ({ ...entryDetail.parse(detail), ...row, kind: row.kind as EntryKind }))
}

export async function findOwnEntries(db: Database) {
  const rows = await db.listEntry.findMany({
    where: IN_FORCE,
    orderBy: [{ since: 'desc' }, { id: 'desc' }],
    select: { sourceId: true, detail: true, since: true, madeById: true },
  })
  return rows.map(({ detail, ...row }) => ({ ...entryDetail.parse(detail), ...row }))
}
