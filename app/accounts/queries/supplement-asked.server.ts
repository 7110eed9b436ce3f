import { hasAcceptedNow } from '#app/accounts/db/service-terms.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'

/** Must this person's next opening, accepting or confirming accept the supplement of the terms? Forms then say so. */
export async function isSupplementAsked(db: Database, userId: string): Promise<boolean> {
  return !(await hasAcceptedNow(db, userId))
}
