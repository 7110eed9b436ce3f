/** Where a payout stands: a word that the escrow, the database, pages and the worker share. */
export const PAYOUT_STATES = ['queued', 'signed', 'submitted', 'confirmed', 'blocked'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** The worker has still something to do for it. A blocked payout waits for a person. */
export function isUnderWay(state: PayoutState): boolean {
  return state === 'queued' || state === 'signed' || state === 'submitted'
}

/** Why money leaves an escrow: to the seller; back to the buyer; back what was too much, or came after the end. */
export type PayoutPurpose = 'release' | 'refund' | 'return'
