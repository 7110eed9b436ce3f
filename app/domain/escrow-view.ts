/** An escrow as its pages show it: plain values, what the parties may see, and nothing more. */
import type { Asset } from './assets.ts'
import type { PresentedType } from './documents.ts'
import type { Approval, Lines, Stage, Turn } from './escrow.ts'

/** Who is looking: what a sentence says depends on it. */
export type Reader = 'buyer' | 'seller'

/** A payment as its payer's page shows it. */
export type SeenPayment = { hash: string; amount: string; assetLabel: string; problem: string | null; at: string }

export type ShownEvent = { id: string; kind: string; at: string; detail: Record<string, unknown> }

export type ShownFile = { fileName: string; size: number; sha256: string; uploadedAt: string }
export type ShownDocument = ShownFile & { id: string; type: PresentedType }

export type EscrowView = {
  id: string
  transactionId: string
  type: 'auto' | 'manual'
  currency: Asset
  networkName: string
  amount: string
  notes: string
  terms: string
  createdAt: string
  buyerName: string
  sellerName: string | null
  sellerEmail: string | null
  contract: ShownFile | null
  stage: Stage
  turn: Turn
  lines: Lines
  times: { verifiedAt: string | null; confirmedAt: string | null; decidedAt: string | null; releasedAt: string | null }
  /** Time of the seller confirmation line: confirmedAt, else updatedAt (spec §2, Transaction Lookup). */
  confirmationTime: string
  approval: Approval
  rejectionReason: string | null
  deposit: {
    account: string
    reference: string
    state: 'none' | 'short' | 'exact' | 'over'
    received: string
    stillDue: string
    excess: string
    uri: string
    realTxId: string | null
    statedTxId: string | null
    payments: SeenPayment[]
  }
  expectedWallet: { address: string; memo: string | null }
  payoutWallet: { address: string; memo: string | null; statedAt: string; differs: boolean } | null
  release: { state: string; blockedReason: string | null; hash: string | null; at: string | null } | null
  /** In the order of the spec, images last. */
  documents: ShownDocument[]
  missingTypes: PresentedType[]
  events: ShownEvent[]
  may: { review: boolean; confirm: boolean; changeDocuments: boolean }
}
