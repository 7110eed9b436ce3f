import { mendableObstacle } from '#app/domain/payouts/payout-obstacle.ts'

/** The key of the sentence that says what to do: obstacles that the payee can remove are named, the others are for the operator. */
export function blockedWord(reason: string) {
  return mendableObstacle(reason) ?? 'other'
}
