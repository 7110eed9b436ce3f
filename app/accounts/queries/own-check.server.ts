import type { Database } from '#app/kernel/db/client.server.ts'
import { findStandingReviews } from '#app/screening/db/reviews.server.ts'
import type { AskedDetail } from '#app/screening/domain/review.ts'

/** What somebody is told of a check of the own account; null while there is none. It reveals nothing of matches. */
export async function findOwnCheck(db: Database, userId: string): Promise<{ asked: AskedDetail[] } | null> {
  const reviews = await findStandingReviews(db, userId)
  const asked = reviews.flatMap((review) => (review.state === 'needs_information' ? review.asked : []))
  return reviews.length > 0 ? { asked: [...new Set(asked)] } : null
}
