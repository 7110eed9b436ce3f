import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { returnTryAfterOutage } from '#app/kernel/web/http/limits.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'

/**
 * Counts the contracts of one form against the limit of submissions. Steps have a higher limit of their own, since most
 * bring no file; whether one does is known when its file begins.
 */
export function countContracts(userId: string) {
  let counted = 0
  return {
    /** Refusal: tried_often. The rest of the form is still read. */
    mayTake: async (): Promise<Refusal | null> => {
      if ((await minutesToWait('submit_by_user', userId)) !== null) return refuse('tried_often')
      counted += 1
      return null
    },
    /** Undoes the count if our own outage refused the form. */
    returnAfterOutage: async (refusals: readonly Refusal[]): Promise<void> => {
      for (; counted > 0; counted -= 1) await returnTryAfterOutage('submit_by_user', userId, refusals)
    },
  }
}
