import { findRole, listOperators } from '#app/accounts/db/users.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'

/** Operator accounts are made by hand, never by registration (product.md §1). */
export async function isOperator(db: Database, userId: string): Promise<boolean> {
  return (await findRole(db, userId))?.role === 'admin'
}

/** `twoStepSince`: ISO 8601; null without a second factor. */
export type OperatorRow = { id: string; name: string; email: string; twoStepSince: string | null }

export async function loadOperators(db: Database): Promise<OperatorRow[]> {
  const rows = await listOperators(db)
  return rows.map(({ twoStepSince, ...row }) => ({ ...row, twoStepSince: twoStepSince?.toISOString() ?? null }))
}
