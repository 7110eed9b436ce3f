/** Where a payout stands: a word that the escrow, the database, pages and the worker share. */
export const PAYOUT_STATES = ['queued', 'signed', 'submitted', 'confirmed', 'blocked'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** The worker has still something to do for it. A blocked payout waits for a person. */
export function isUnderWay(state: PayoutState): boolean {
  return state === 'queued' || state === 'signed' || state === 'submitted'
}

/** Why money leaves an escrow: to the seller; back to the buyer; back what was too much, or came after the end. */
export type EscrowPurpose = 'release' | 'refund' | 'return'
/** Or it leaves a case, back to whoever sent what fits nothing; or our own money, to a reseller who has earned it. */
export const PAYOUT_PURPOSES = ['release', 'refund', 'return', 'payback', 'commission'] as const
export type PayoutPurpose = (typeof PAYOUT_PURPOSES)[number]

/** Of a payout that is an escrow's. Throws for every other. */
export function escrowPurpose(purpose: PayoutPurpose): EscrowPurpose {
  if (purpose === 'payback' || purpose === 'commission') throw new Error(`a ${purpose} is of no escrow`)
  return purpose
}

/** Which of our two accounts of a ledger pays: that of client money, or that of the fees. */
export type PaidFrom = 'client' | 'fee'

/**
 * Why a payout is not on its way although nothing is wrong with its wallet: others are before it; an operator or a check
 * has stopped all payouts; the paying account does not hold the asset; our own money for network fees and reserves is
 * used up; the network asks for more than we pay; it is above a limit; the ledger gives no answer; its server shows another history than
 * the one that was read; whoever signs outside of the worker does not; an operator holds this one; no worker has the key of the account that pays; a person has yet to look at
 * somebody whom the payout has to do with, or at the wallet; the sanctions lists are missing or too old; moving it on has failed in a way
 * that no port knows, which is a fault of ours; a payment that has left may have paid the same money out already.
 */
export const WAITS_FOR = [
  'turn',
  'stopped',
  'cover',
  'float',
  'fees',
  'second_operator',
  'ledger',
  'history',
  'signer',
  'held',
  'no_key',
  'check',
  'lists',
  'error',
  'doubt',
] as const
export type WaitsFor = (typeof WAITS_FOR)[number]
