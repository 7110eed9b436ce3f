import type { Database } from '#app/db/client.server.ts'
import { findViewer } from '#app/db/users.server.ts'
import { landingPath } from '#app/domain/access.ts'

/** Where a person lands after signing in (spec §2, Login). */
export async function findLandingPath(db: Database, userId: string): Promise<string> {
  return landingPath(await findViewer(db, userId))
}
