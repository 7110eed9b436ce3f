/** What the ports read and sign of money that can be claimed for an account of ours. Nothing here touches the network. */
import type { Claimable } from '#app/ledgers/payments/domain/claimable.ts'

export type FoundClaimable = Claimable & {
  /** The ledger's own name of it: the id of a balance; the index of an entry. */
  ledgerId: string
  /** The transaction that made it, normalized. */
  hash: string
  /** Whoever made it. */
  maker: string
  /** As the memo of a payment: of the transaction that made it, or the tag inside. */
  memo: string | null
  /** Of an escrow on the XRP Ledger: the number of the transaction that made it, by which it is finished; else null. */
  sequence: string | null
}

export type ClaimablePage = {
  found: FoundClaimable[]
  /** Give it back for what comes next. */
  cursor: string
  /** False: ask again, there is more. */
  caughtUp: boolean
}

/** Does it still lie there? `by`: the transaction that took it, where the ledger says so. */
export type ClaimableState = { is: 'open' } | { is: 'gone'; by: string | null }
