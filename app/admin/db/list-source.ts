/** What a list of the operator is read from. Words of states stand in the statements: partial indexes are found by them. */

import type { Sought } from '#app/admin/domain/sought.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'

export type ListSource = {
  /** The table as `r`, with what belongs to a row; one row of `r` is one row of the list. */
  from: Prisma.Sql
  /** When: the lists go by it, newest first. */
  at: Prisma.Sql
  /** A uuid that tells rows of one moment apart. */
  id: Prisma.Sql
  /** The columns of LIST_FACTS as text, and the ids behind `…Id` that links need. */
  columns: Prisma.Sql
  states: Readonly<Record<string, Prisma.Sql>>
  /** Rows of one asset; null where there is none. */
  ofAsset: ((asset: string) => Prisma.Sql) | null
  /** Rows that what was sought means, by an index; null where it means none here. */
  found: (sought: Sought) => Prisma.Sql | null
}
