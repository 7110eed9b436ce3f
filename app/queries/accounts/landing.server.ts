import { findRole } from '#app/db/accounts/users.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { landingPath } from '#app/domain/accounts/access.ts'

/** Where a person lands after signing in (spec §2, Login). */
export async function findLandingPath(db: Database, userId: string): Promise<string> {
  return landingPath(await findRole(db, userId))
}
