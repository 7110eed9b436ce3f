import { findRole } from '#app/db/accounts/users.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'

/** Operator accounts are made by hand, never by registration (product.md §1). */
export async function isOperator(db: Database, userId: string): Promise<boolean> {
  return (await findRole(db, userId))?.role === 'admin'
}
