/** Stops of payouts, as the operator's desk and the command show them. */

/** The operator's hand; transactions of ours that the books do not know; books and ledger that differ. */
export type StopCause = 'switch' | 'unexplained' | 'books'

/** May a person end it with a reason? What nobody has explained has to be explained first. */
export function isEndedByHand(cause: StopCause): boolean {
  return cause !== 'unexplained'
}
