import type { EscrowMode } from '#app/domain/escrow/escrow-id.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import type { Upload } from '#app/services/ports.ts'

/** The form of /submit as typed (spec §2, Submit Transaction). */
export type Submission = {
  buyerId: string
  currency: Asset
  type: EscrowMode
  /** Manual mode only. */
  txid: string
  amount: string
  notes: string
  terms: string
  sellerEmail: string
  /** Empty when the saved wallet is to be used. */
  walletAddress: string
  walletMemo: string
  buyerWalletAddress: string
  buyerMemoTag: string
  contract: Upload | null
  /**
   * Of the page that the form stood on. With all that was typed it opens one escrow; in manual mode it has shown the number
   * to pay with.
   */
  formToken?: string | undefined
}
