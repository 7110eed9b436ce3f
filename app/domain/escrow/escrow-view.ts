/** An escrow as its pages show it: plain values, what the parties may see, and nothing more. */

import type { Decision } from '#app/domain/disputes/settlement.ts'
import type { PresentedType } from '#app/domain/documents/documents.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import type { PayoutState } from '#app/domain/payouts/payout.ts'
import type { Approval, Lines, Stage, Turn } from './escrow.ts'

/** Who is looking: what a sentence says depends on it. */
export type Reader = 'buyer' | 'seller'

/** A payment as its payer's page shows it. */
export type SeenPayment = {
  id: string
  hash: string
  /** Plain decimal, in whole units. */
  amount: string
  /** Null: something else than what we settle in; `assetLabel` names it, with its issuer. */
  asset: Asset | null
  assetLabel: string
  /** Null: it counts. */
  problem: string | null
  at: string
}

/** What the history says of an event, beside its name. Wallets are left out: they stand elsewhere, for whom they concern. */
export type EventDetail = {
  /** The words of whoever did it. */
  reason?: string
  /** Who opened a dispute. */
  by?: Reader
  decision?: Decision
  /** Plain decimals, in whole units of the escrow's asset. */
  amount?: string
  seller?: string
  buyer?: string
  /** A payout wallet that is not the expected one. */
  differs?: true
  rejected?: PresentedType[]
  fileName?: string
}

export type ShownEvent = { id: string; kind: string; at: string; detail: EventDetail }

export type ShownWallet = { address: string; memo: string | null }

/** Money that leaves the escrow, or left it. */
export type ShownPayout = {
  id: string
  purpose: 'release' | 'refund' | 'return'
  /** Plain decimal, in whole units. */
  amount: string
  /** Null for the seller when the money goes to the buyer: that wallet is nobody else's business. */
  wallet: ShownWallet | null
  state: PayoutState
  blockedReason: string | null
  hash: string | null
  explorer: string | null
  at: string | null
}

/** The buyer's question for the money back, which the seller has answered or the buyer withdrawn. */
export type PastRequest = {
  reason: string
  askedAt: string
  answer: 'agreed' | 'declined' | 'withdrawn'
  answeredAt: string
  answerReason: string
}

export type PastDispute = {
  reason: string
  openedAt: string
  openedBy: Reader
  decision: Decision | 'withdrawn'
  decidedAt: string
  /** Null when nothing was decided about the money. */
  shares: { seller: string; buyer: string } | null
  /** The operator's reasons. */
  note: string
}

export type ShownFile = { fileName: string; size: number; sha256: string; uploadedAt: string; uploadedBy: string }
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
  /** The documents that a rejection means; none means all of it. */
  rejectedTypes: PresentedType[]
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
  /** Which wallet the buyer expects to be paid: the buyer's own note, hidden from the seller. */
  expectedWallet: ShownWallet | null
  payoutWallet: (ShownWallet & { statedAt: string; differs: boolean; changedAt: string | null }) | null
  /** Another wallet that the seller proposes for a release that waits. */
  walletProposal: (ShownWallet & { proposedAt: string }) | null
  payouts: ShownPayout[]
  /** What is owed back to the buyer beside the settlement, and not on its way yet. Plain decimal. */
  owedBack: string
  /** Where the buyer wants money back, and what a form for it begins with. Null for the seller. */
  refundWallet: (ShownWallet & { statedAt: string }) | null
  suggestedWallet: ShownWallet | null
  /** The buyer's question that is open. */
  refundRequest: { reason: string; askedAt: string } | null
  /** Newest first. */
  pastRequests: PastRequest[]
  dispute: { reason: string; openedAt: string; openedBy: Reader } | null
  /** Newest first. */
  pastDisputes: PastDispute[]
  /** In the order of the spec, images last. */
  documents: ShownDocument[]
  missingTypes: PresentedType[]
  events: ShownEvent[]
  /** What the reader may do now; the operator nothing. The workflows ask again. */
  may: {
    review: boolean
    confirm: boolean
    changeDocuments: boolean
    cancel: boolean
    askForRefund: boolean
    answerRefund: boolean
    withdrawRefund: boolean
    /** Say where money back goes, because there is some, or may be soon. */
    stateRefundWallet: boolean
    /** Another wallet for a release that the approved one cannot receive. */
    proposeWallet: boolean
    agreeToWallet: boolean
    dispute: boolean
    withdrawDispute: boolean
  }
}

/** The view that was made for one of the two sides. */
export type PartyView = EscrowView & { reader: Reader }
