/** The states of a payout, which the escrow, the database, pages and the worker share. */
export const PAYOUT_STATES = ['queued', 'signed', 'submitted', 'confirmed', 'blocked'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** True: the worker has more to do for it. A blocked payout waits for a person. */
export function isUnderWay(state: PayoutState): boolean {
  return state === 'queued' || state === 'signed' || state === 'submitted'
}

/** Why money leaves an escrow: to the seller; back to the buyer; back because it was too much or came after the end. */
export type EscrowPurpose = 'release' | 'refund' | 'return'
/** Also: an unmatched payment, back to its sender; our own money, to a reseller who has earned it. */
export const PAYOUT_PURPOSES = ['release', 'refund', 'return', 'payback', 'commission'] as const
export type PayoutPurpose = (typeof PAYOUT_PURPOSES)[number]

/** Narrows to a purpose of an escrow. Throws for every other. */
export function escrowPurpose(purpose: PayoutPurpose): EscrowPurpose {
  if (purpose === 'payback' || purpose === 'commission') throw new Error(`a ${purpose} is of no escrow`)
  return purpose
}

/** Which of our two accounts on a ledger pays: that of client money, or that of the fees. */
export type PaidFrom = 'client' | 'fee'

/**
 * Why a payout waits although its wallet is fine: others are before it; an operator or a check has stopped all payouts;
 * the paying account lacks the asset; our own money for network fees and reserves is used up; the network asks for more
 * than we pay; it is above a limit; the ledger does not answer; its server shows another history than was read; the
 * external signer does not sign; an operator paused this one; no worker has the paying account's key; a person or the
 * wallet that it concerns is under review; the sanctions lists are missing or too old; it failed in a way that no port
 * knows, which is a bug of ours; a payment that has left may have paid the same money already.
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
