/** The SQL source of an admin list. States are literals in the statements: PostgreSQL finds partial indexes by them. */

import type { Sought } from '#app/admin/domain/sought.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'

export type ListSource = {
  /** The table as `r`, with its joins; one row of `r` is one row of the list. */
  from: Prisma.Sql
  /** The time that orders the list, newest first. */
  at: Prisma.Sql
  /** A uuid that orders rows of the same time. */
  id: Prisma.Sql
  /** The columns of LIST_FACTS as text, and the `…Id` columns that links need. */
  columns: Prisma.Sql
  states: Readonly<Record<string, Prisma.Sql>>
  /** Condition for one asset. Null: the list has no assets. */
  ofAsset: ((asset: string) => Prisma.Sql) | null
  /** Condition for a search term, answered by an index. Null: the term matches no row of this list. */
  found: (sought: Sought) => Prisma.Sql | null
}
