/** Why no payment of an account is read: what its server shows is not the history in which the cursor stands. */

export const STOP_CAUSES = [
  /** At the number of a ledger that was read there is another one: the ledger began anew, or two servers disagree. */
  'other_history',
  /** The newest ledger is older than what was read: a ledger that began anew, a server restored from an old copy. */
  'shorter_chain',
  /** Ledgers after the cursor are no longer shown by any server. */
  'history_gone',
  /** Every server belongs to another network. */
  'other_network',
] as const
export type StopCause = (typeof STOP_CAUSES)[number]

/**
 * May the reading go on by itself once a server shows the marked ledger under its hash and every ledger after the cursor?
 * That is what each reading begins with, and it proves that nothing was passed over. Not after another history: two
 * have been shown then, and a person has to say which of them the credited payments are from.
 */
export function liftsItself(cause: StopCause): boolean {
  return cause !== 'other_history'
}
