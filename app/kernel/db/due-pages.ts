/** What is due, page after page: however much it is, no more of it is in memory than one page. */
import { Prisma } from '#app/kernel/db/generated/client.ts'

/** A row and since when it is due. */
export type DueRow = { id: string; at: Date }
/** What is due by `now`, from behind the row `after` on; null: from the first. */
export type DuePage = { now: Date; after: DueRow | null; take: number }

/** The rows behind `after`, in the order of `due` and their ids. */
export function isAfter(due: Prisma.Sql, after: DueRow | null): Prisma.Sql {
  if (after === null) return Prisma.sql`true`
  return Prisma.sql`(${due}, "id") > (${after.at}::timestamptz, ${after.id}::uuid)`
}

/** Takes all pages, one after the other; each row once. Stops behind the first page that is not full. */
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
