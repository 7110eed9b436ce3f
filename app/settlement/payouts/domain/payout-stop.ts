/** Decides which stops of payouts a person may end. */

/** `switch`: an operator; `unexplained`: our books lack a transaction; `books`: books and ledger differ. */
export type PayoutStopCause = 'switch' | 'unexplained' | 'books'

/** True when a person may end it with a reason. Unexplained transactions must be explained instead. */
export function isEndedByHand(cause: PayoutStopCause): boolean {
  return cause !== 'unexplained'
}
