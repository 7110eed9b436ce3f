import { findViewer } from '#app/db/accounts/users.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { pathAfterSignIn } from '#app/domain/accounts/access.ts'

/** Where signing in leads, unless a page has asked for it. */
export async function findLandingPath(
  db: Database,
  who: { userId: string; serviceFee: 'once' | 'each' },
): Promise<string> {
  return pathAfterSignIn(await findViewer(db, who))
}
