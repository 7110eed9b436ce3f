/** What the ports read and sign of money that an account of ours can claim. Nothing here touches the network. */
import type { Claimable } from '#app/ledgers/payments/domain/claimable.ts'

export type FoundClaimable = Claimable & {
  /** The ledger's identifier: the id of a balance; the index of an entry. */
  ledgerId: string
  /** The transaction that made it, normalized. */
  hash: string
  maker: string
  /** As a payment's memo: of the transaction that made it, or the tag inside. */
  memo: string | null
  /** XRP Ledger escrow: the number of the transaction that made it, needed to finish it; else null. */
  sequence: string | null
}

export type ClaimablePage = {
  found: FoundClaimable[]
  /** Where the next page begins. */
  cursor: string
  /** False: ask again, there is more. */
  caughtUp: boolean
}

/** Whether it still exists. `by`: the transaction that took it, where the ledger says so. */
export type ClaimableState = { is: 'open' } | { is: 'gone'; by: string | null }
