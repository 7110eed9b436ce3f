import type { Database } from '#app/db/kernel/client.server.ts'
import { findAsked } from '#app/db/screening/reviews.server.ts'
import { isHeld } from '#app/db/screening/screenings.server.ts'
import type { AskedDetail } from '#app/domain/screening/review.ts'

/** What somebody is told of a check of the own account; null while there is none. Of what was found it says nothing. */
export async function findOwnCheck(db: Database, userId: string): Promise<{ asked: AskedDetail[] } | null> {
  return (await isHeld(db, userId)) ? { asked: await findAsked(db, userId) } : null
}
