/** Why the payments of an account are not read: its server does not show the history in which the cursor stands. */

export const STOP_CAUSES = [
  /** Another ledger has the number of one that was read: the ledger began anew, or two servers disagree. */
  'other_history',
  /** The newest ledger is older than what was read: a new ledger, or a server restored from an old copy. */
  'shorter_chain',
  /** No server shows the ledgers after the cursor any more. */
  'history_gone',
  /** Every server serves another network. */
  'other_network',
] as const
export type ReadingStopCause = (typeof STOP_CAUSES)[number]

/**
 * Whether reading may resume by itself once a server shows the marked ledger under its hash and every ledger after the
 * cursor. Each read begins with that check, which proves that nothing was skipped. Not after another history: two were
 * shown, and a person has to say which of them the credited payments are from.
 */
export function liftsItself(cause: ReadingStopCause): boolean {
  return cause !== 'other_history'
}
