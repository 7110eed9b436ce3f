import { mendableObstacle } from '#app/domain/payouts/payout-obstacle.ts'

/** The key of the sentence for what a payout waits for; all that its payee cannot mend is one. */
export function blockedKey(reason: string | null) {
  return mendableObstacle(reason) ?? 'other'
}
