import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import type { ClaimableView } from '#app/ledgers/payments/domain/claimable.ts'
import type { SeenPayment, SmallerPayments } from '#app/ledgers/payments/domain/seen-payment.ts'
import type { Notification } from '#app/notices/domain/notification.ts'
import type { Approval, Awaiting, EscrowLines, Stage } from './escrow.ts'
import type { EscrowTexts } from './escrow-terms.ts'
import type { FundStep } from './onchain-state.ts'
import type { PartsView } from './parts-view.ts'
import type { PaymentClaim } from './payment-claim.ts'
import type { Silence } from './silence.ts'

/**
 * `waits`: until the buyer confirms the own address. `returned`: emails bounce since `at`. Else `at`: sent. ISO 8601.
 */
export type InvitationView = {
  state: 'waits' | 'limited' | 'sending' | 'sent' | 'failed' | 'returned'
  at: string | null
}

export type RestView = 'take' | 'propose'

/** Custody's message keys: each message is true for whoever keeps the money. */
export type CustodySays = {
  /** What is true where the money is on-chain; null: Quayside holds it, and the other messages say so. */
  what: 'held.what.stellar' | 'held.what.xrpl' | null
  /** After the deadline, to somebody who has nothing to do then; null: there is no deadline. */
  lapsed: 'held.lapsed.stellar' | 'held.lapsed.xrpl' | null
  /** What follows when the seller declines a refund, when the buyer asks for one, and when the other side is silent. */
  declined: NonNullable<CustodySays['what']> | 'lookup.settle.answer.declineWhat'
  askedBack: NonNullable<CustodySays['what']> | 'lookup.settle.refund.text'
  silent: NonNullable<CustodySays['what']> | 'lookup.silent.funded'
  /** Where a dispute is opened, with `amount`. */
  disputed: 'held.dispute' | 'lookup.settle.dispute.text'
  /** Where the buyer rejects the documents, and they can be presented again at any time. */
  rejected: 'held.rejectedWhat' | 'lookup.decision.RejectedWhat'
}

/** Custody's answers for pages (settlement/custody/domain/show-custody): none asks who it is. Times: ISO 8601. */
export type CustodyView = {
  /** How the money comes: paid to an account of ours, or deposited on-chain by the buyer's wallet. */
  fundedBy: 'deposit' | 'lock'
  /** What moves it: a payout of ours, the signatures of two sides, or a revealed secret. */
  settledBy: 'payout' | 'signatures' | 'secret'
  /** Each side states its wallet when there is money for it, or both were agreed before any came. */
  wallets: 'stated' | 'agreed'
  /** Can both sides have a part of it? */
  isDivisible: boolean
  /** When the ledger gives it back; null: no deadline. */
  until: string | null
  /** When a decided refund goes back; null: at once. */
  backAt: string | null
  /** The step before it can be funded; null: none. */
  fundStep: FundStep | null
  /** Until when it can be deposited on-chain; null: it is funded, or only the trade's dates apply. */
  fundUntil: string | null
  /** The deadline has passed and no money is on its way: it is the buyer's. */
  hasLapsed: boolean
  /** The settlement waits for a side's wallet. */
  isSigning: boolean
  says: CustodySays
}

/** What every part of an escrow's page knows of it. Amounts are plain decimals in whole units, times ISO strings. */
export type EscrowDetails = {
  texts: EscrowTexts
  id: string
  transactionId: string
  type: 'auto' | 'manual'
  currency: Asset
  custody: CustodyView
  /**
   * XRP Ledger: other deposits with the same condition, released together with the escrow's; empty for the seller.
   * `amount` null: not XRP. `toSeller` false: it names another wallet.
   */
  alsoReleased: { hash: string; amount: string | null; toSeller: boolean }[]
  networkName: string
  amount: string
  createdAt: string
  buyerName: string
  /** Confirmed the account's address: until then anybody may have typed it. */
  buyerHasConfirmedEmail: boolean
  sellerName: string | null
  sellerHasConfirmedEmail: boolean
  sellerEmail: string | null
  /** The seller's language, as the buyer stated; null: unknown, or the reader is not the buyer. */
  sellerLanguage: Language | null
  /** Until when a side's account is frozen because an operator changed it, ISO 8601; null: not frozen. */
  stillUntil: Record<Reader, string | null>
  /** Since when emails to the other side bounce, ISO 8601; null: they do not, or not for this reader. */
  unreachedSince: string | null
  stage: Stage
  turn: Awaiting
  /** What became of the email to the named seller; only for the buyer, until a seller is bound. */
  invitation: InvitationView | null
  /** What became of the email about the reader's last step; null: none lately, or it no longer matters. */
  told: Notification | null
  /** The other side's silence, when the reader may be waiting for it. */
  silence: Silence | null
  lines: EscrowLines
  /** `changedAt`: of the last change after the opening; `correctedAt`: of the buyer's last correction. */
  times: Record<'verifiedAt' | 'confirmedAt' | 'changedAt' | 'correctedAt' | 'decidedAt' | 'releasedAt', string | null>
  /** The buyer's own, which identifies a payment; null: not stated, or not for the reader. */
  payingWallet: Wallet | null
  approval: Approval
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
    /** Each with its URL on the ledger's explorer; null when the network has none. */
    payments: (SeenPayment & { explorer: string | null })[]
    /** The smallest payments, which are not listed. */
    smaller: SmallerPayments | null
    /** The buyer's payment claims, oldest first; empty for the seller. */
    stated: PaymentClaim[]
    /** When a small part is missing: the buyer may take what arrived, or propose it to the seller; null: neither. */
    rest: RestView | null
    /** While unfunded: unclaimed amounts for us on the ledger with this reference; empty for the seller. */
    onLedger: ClaimableView[]
  }
  parts: PartsView
  /** What the reader may do now; the operator nothing. The workflows check again. */
  may: {
    review: boolean
    confirm: boolean
    changeDocuments: boolean
    cancel: boolean
    correct: boolean
    /** Correct the seller's address, or name one. */
    nameSeller: boolean
    makeViewLink: boolean
    askForRefund: boolean
    answerRefund: boolean
    withdrawRefund: boolean
    /** Say where a refund goes, because there is one, or may be soon. */
    stateRefundWallet: boolean
    /** State another payout wallet while no release is due. */
    changeWallet: boolean
    /** Another wallet for a release that the approved one cannot receive. */
    proposeWallet: boolean
    agreeToWallet: boolean
    dispute: boolean
    /** The form that opens it asks for the refund wallet. */
    disputeWithWallet: boolean
    withdrawDispute: boolean
  }
}
