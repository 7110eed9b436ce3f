import { findRoleUse, isNamedSomewhere } from '#app/accounts/db/users.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'

/** The side of a trade that somebody may still change to, and whether an escrow waits for them as its seller. */
export type OfferedRole = { to: 'buyer' | 'seller'; isNamed: boolean }

/** Null: the account was used in its role, or is not a buyer's or seller's. */
export async function findRoleOffer(db: Database, userId: string): Promise<OfferedRole | null> {
  const use = await findRoleUse(db, userId)
  if (!use || use.isUsed) return null
  if (use.role === 'seller') return { to: 'buyer', isNamed: false }
  return use.role === 'buyer' ? { to: 'seller', isNamed: await isNamedSomewhere(db, userId) } : null
}
