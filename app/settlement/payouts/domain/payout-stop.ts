/** Decides which stops of payouts a person may end. */

/** `switch`: an operator; `unexplained`: our books lack a transaction; `books`: books and ledger differ. */
export type StopCause = 'switch' | 'unexplained' | 'books'

/** True when a person may end it with a reason. Unexplained transactions must be explained instead. */
export function isEndedByHand(cause: StopCause): boolean {
  return cause !== 'unexplained'
}
