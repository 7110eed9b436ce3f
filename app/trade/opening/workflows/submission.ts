import type { EscrowMode } from '#app/escrow/domain/escrow-id.ts'
import type { EscrowTexts } from '#app/escrow/domain/escrow-terms.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import type { Upload } from '#app/ports.ts'
import type { StoredFile } from '#app/trade/documents/db/documents.server.ts'
import type { TypedDates } from '#app/trade/terms/domain/trade-dates.ts'

export const WALLET_FROM = ['typed', 'saved', 'seller'] as const
export type WalletFrom = (typeof WALLET_FROM)[number]

export const CUSTODIES = ['quayside', 'ledger'] as const
export type CustodyChoice = (typeof CUSTODIES)[number]

/** The form of /submit as typed (spec §2, Submit Transaction). */
export type EscrowSubmission = EscrowTexts & {
  buyerId: string
  currency: Asset
  type: EscrowMode
  /** Manual mode only. */
  txid: string
  amount: string
  sellerEmail: string
  /** The seller's language. Null or missing: unknown to the buyer. */
  sellerLanguage?: Language | null
  /** Origin of the expected wallet: typed, saved for this seller, or left to the seller. */
  walletFrom: WalletFrom
  /** Only with 'typed'. */
  walletAddress: string
  walletMemo: string
  buyerWalletAddress: string
  buyerMemoTag: string
  /** The buyer has confirmed that the expected wallet is meant to be the own paying wallet. */
  meansOwnWallet?: boolean
  /** Uploaded with the form, or stored with its draft. */
  contract: Upload | StoredFile | null
  /** Null or missing: without dates, the escrow waits as long as its parties do. */
  dates?: TypedDates | null
  /** Who holds the money (decision 087). Missing: Quayside. */
  heldBy?: CustodyChoice
  /** Only with 'ledger': the day, as typed. */
  heldUntil?: string
  /** Supplement of Quayside's terms that the form named. Missing: it named none. */
  seenSupplement?: string | undefined
  /** With the typed values it opens one escrow. In manual mode the form has shown the reference to pay with. */
  formToken?: string | undefined
}

/** True if the contract was stored with the draft. */
export function isDrafted(contract: EscrowSubmission['contract']): contract is StoredFile {
  return contract !== null && 'storageKey' in contract
}
