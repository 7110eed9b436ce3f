import { findViewer } from '#app/accounts/db/users.server.ts'
import { pathAfterSignIn } from '#app/accounts/domain/access.ts'
import type { Database } from '#app/kernel/db/client.server.ts'

export async function findLandingPath(
  db: Database,
  who: { userId: string; serviceFee: 'once' | 'each' },
): Promise<string> {
  return pathAfterSignIn(await findViewer(db, who))
}
