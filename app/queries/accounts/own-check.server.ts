import type { Database } from '#app/db/kernel/client.server.ts'
import { findStandingReviews } from '#app/db/screening/reviews.server.ts'
import type { AskedDetail } from '#app/domain/screening/review.ts'

/** What somebody is told of a check of the own account; null while there is none. Of what was found it says nothing. */
export async function findOwnCheck(db: Database, userId: string): Promise<{ asked: AskedDetail[] } | null> {
  const reviews = await findStandingReviews(db, userId)
  const asked = reviews.flatMap((review) => (review.state === 'needs_information' ? review.asked : []))
  return reviews.length > 0 ? { asked: [...new Set(asked)] } : null
}
