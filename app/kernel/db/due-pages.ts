/** Processes due rows page by page: no more than one page is in memory. */
import { Prisma } from '#app/kernel/db/generated/client.ts'

/** A row and when it became due. */
export type DueRow = { id: string; at: Date }
/** Rows due by `now`, after the row `after`; null: from the first. */
export type DuePage = { now: Date; after: DueRow | null; take: number }

/** The rows after `after`, ordered by `due` and then by id. */
export function isAfter(due: Prisma.Sql, after: DueRow | null): Prisma.Sql {
  if (after === null) return Prisma.sql`true`
  return Prisma.sql`(${due}, "id") > (${after.at}::timestamptz, ${after.id}::uuid)`
}

/** Processes all pages in order, each row once. Stops after the first page that is not full. */
export async function eachPage(
  due: { now: Date; take: number; find: (page: DuePage) => Promise<DueRow[]> },
  work: (rows: DueRow[]) => Promise<void>,
): Promise<void> {
  const { now, take, find } = due
  for (let after: DueRow | null = null, isLast = false; !isLast; ) {
    const rows: DueRow[] = await find({ now, after, take })
    if (rows.length > 0) await work(rows)
    after = rows.at(-1) ?? null
    isLast = rows.length < take
  }
}
