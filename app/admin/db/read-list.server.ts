/** Reads a page of an admin list by filter and cursor. One statement for all lists; no total is counted. */

import type { AdminListName, ListRow } from '#app/admin/domain/lists.ts'
import type { Sought } from '#app/admin/domain/sought.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Slice } from '#app/kernel/domain/paging/list-place.ts'
import type { ListSource } from './list-source.ts'
import { deposits, escrows, fees, payouts } from './money-lists.server.ts'
import { emails, failed, jobs, people } from './people-lists.server.ts'

const SOURCES: Record<AdminListName, ListSource> = {
  escrows,
  deposits,
  fees,
  failed,
  payouts,
  people,
  letters: emails,
  jobs,
}

/** Null: no restriction. */
export type ListFilter = {
  sought: Sought | null
  state: string | null
  asset: string | null
  from: Date | null
  /** Exclusive. */
  before: Date | null
}

const { sql, join } = Prisma

/** Newest first; oldest first when paging back. */
export async function readList(
  db: Database,
  { list, filter, place, take }: Slice & { list: AdminListName; filter: ListFilter },
): Promise<ListRow[]> {
  const source = SOURCES[list]
  const conditions = conditionsOf(source, filter)
  if (conditions === null) return []
  const isBack = place?.way === 'previous'
  if (place) {
    const row = sql`(${place.row.at}::timestamptz, ${place.row.id}::uuid)`
    conditions.push(isBack ? sql`(${source.at}, ${source.id}) > ${row}` : sql`(${source.at}, ${source.id}) < ${row}`)
  }
  const where = conditions.length === 0 ? Prisma.empty : sql`where ${join(conditions, ' and ')}`
  const order = isBack ? sql`order by ${source.at}, ${source.id}` : sql`order by ${source.at} desc, ${source.id} desc`
  return db.$queryRaw<ListRow[]>`
    select ${source.id}::text as "id", ${source.at} as "at", ${source.columns}
    from ${source.from} ${where} ${order} limit ${take}`
}

/** Null: no row can match. */
function conditionsOf(source: ListSource, filter: ListFilter): Prisma.Sql[] | null {
  const { sought, state, asset, from, before } = filter
  const conditions: Prisma.Sql[] = []
  if (sought !== null) {
    const found = source.found(sought)
    if (found === null) return null
    conditions.push(found)
  }
  const ofState = state === null ? undefined : source.states[state]
  if (ofState) conditions.push(ofState)
  if (asset !== null && source.ofAsset) conditions.push(source.ofAsset(asset))
  if (from) conditions.push(sql`${source.at} >= ${from}::timestamptz`)
  if (before) conditions.push(sql`${source.at} < ${before}::timestamptz`)
  return conditions
}
