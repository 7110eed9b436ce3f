import type { EscrowMode } from '#app/escrow/domain/escrow-id.ts'
import type { EscrowTexts } from '#app/escrow/domain/escrow-terms.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import type { Upload } from '#app/ports.ts'
import type { StoredFile } from '#app/trade/documents/db/documents.server.ts'
import type { TypedDates } from '#app/trade/terms/domain/trade-dates.ts'

export const WALLET_FROM = ['typed', 'saved', 'seller'] as const
export type WalletFrom = (typeof WALLET_FROM)[number]

export const HELD_BY = ['quayside', 'ledger'] as const
export type HeldBy = (typeof HELD_BY)[number]

/** The form of /submit as typed (spec §2, Submit Transaction). */
export type Submission = EscrowTexts & {
  buyerId: string
  currency: Asset
  type: EscrowMode
  /** Manual mode only. */
  txid: string
  amount: string
  sellerEmail: string
  /** In which language the seller reads; null, or left out: the buyer does not know. */
  sellerLanguage?: Language | null
  /** Whence the expected wallet comes: typed here, saved for this seller, or left to the seller to state. */
  walletFrom: WalletFrom
  /** With 'typed' alone. */
  walletAddress: string
  walletMemo: string
  buyerWalletAddress: string
  buyerMemoTag: string
  /** The buyer was asked about a receiving wallet that is the own paying wallet, and means it. */
  meansOwnWallet?: boolean
  /** With the form, or of its draft. */
  contract: Upload | StoredFile | null
  /** The dates of the trade; left out, or null: it has none, and waits as long as its parties do. */
  dates?: TypedDates | null
  /** Who holds the money (decision 087); left out: Quayside. */
  heldBy?: HeldBy
  /** With 'ledger' alone: the day, as typed. */
  heldUntil?: string
  /** The supplement of Quayside's terms that the form named; left out by a form that named none. */
  seenSupplement?: string | undefined
  /**
   * Of the page that the form stood on. With all that was typed it opens one escrow; in manual mode it has shown the number
   * to pay with.
   */
  formToken?: string | undefined
}

/** Was the contract kept with the draft, at its final place? */
export function isDrafted(contract: Submission['contract']): contract is StoredFile {
  return contract !== null && 'storageKey' in contract
}
