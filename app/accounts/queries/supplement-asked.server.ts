import { hasAcceptedNow } from '#app/accounts/db/service-terms.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'

/** Has this person's next opening, accepting or confirming to accept the supplement of the terms? Forms say so then. */
export async function isSupplementAsked(db: Database, userId: string): Promise<boolean> {
  return !(await hasAcceptedNow(db, userId))
}
