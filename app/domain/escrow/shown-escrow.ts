import type { Asset } from '#app/domain/kernel/assets.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import type { Wallet } from '#app/domain/kernel/wallet.ts'
import type { Language } from '#app/domain/kernel/words/languages.ts'
import type { ShownClaimable } from '#app/domain/ledger-payments/claimable.ts'
import type { SeenPayment, SmallerPayments } from '#app/domain/ledger-payments/seen-payment.ts'
import type { Told } from '#app/domain/letters/told.ts'
import type { Approval, Lines, Stage, Turn } from './escrow.ts'
import type { EscrowTexts } from './escrow-terms.ts'
import type { LockStep } from './hold-state.ts'
import type { ShownParts } from './shown-parts.ts'
import type { Silence } from './silence.ts'
import type { StatedPayment } from './stated-payment.ts'

/**
 * `waits`: for the buyer's own address to be confirmed. `returned`: letters to the address come back, since `at`. Else `at` is when it was
 * sent. ISO 8601.
 */
export type Invitation = { state: 'waits' | 'limited' | 'sending' | 'sent' | 'failed' | 'returned'; at: string | null }

export type ShownRest = 'take' | 'propose'

/** What every part of an escrow's page knows of it. Amounts are plain decimals in whole units, moments ISO strings. */
export type ShownEscrow = {
  texts: EscrowTexts
  id: string
  transactionId: string
  type: 'auto' | 'manual'
  currency: Asset
  /** The ledger holds the money, not Quayside (decision 087). */
  isHeld: boolean
  /** What comes before the lock; null: Quayside holds the money. */
  lockStep: LockStep | null
  /** A way out of what the ledger holds waits for the wallet of a side. */
  asksForSignature: boolean
  /**
   * XRP Ledger: what lies there beside the money of the escrow and is opened with it, because it carries the same condition; nothing for the seller.
   * `amount` null: it is no XRP. `toSeller` false: it names another wallet.
   */
  alsoReleased: { hash: string; amount: string | null; toSeller: boolean }[]
  /** Until when the ledger holds it, ISO 8601; null: Quayside does. */
  heldUntil: string | null
  /** Until when the money can be locked there, ISO 8601; null: it is locked, or Quayside holds it. */
  lockBy: string | null
  /** That date has come, and nothing of the money is on its way: it is the buyer's. */
  isPastDate: boolean
  networkName: string
  amount: string
  createdAt: string
  buyerName: string
  /** Reads the address of the account: until then anybody may have typed it. */
  buyerHasConfirmedEmail: boolean
  sellerName: string | null
  sellerHasConfirmedEmail: boolean
  sellerEmail: string | null
  /** Which the seller reads, as the buyer says; null where that is not known, and for everybody but the buyer. */
  sellerLanguage: Language | null
  /** Until when a side does nothing with money because an operator changed its account, ISO 8601; null: it does not stand still. */
  stillUntil: Record<Reader, string | null>
  /** Since when letters to the other side come back, ISO 8601; null: they do not, or it is not for the reader. */
  unreachedSince: string | null
  stage: Stage
  turn: Turn
  /** What became of the letter to the seller whom the buyer named; for the buyer, until a seller is bound. */
  invitation: Invitation | null
  /** What became of the letter that the reader's last step wrote to the other side; null: there was none lately, or it is over. */
  told: Told | null
  /** Of the other side, for whom the reader may be waiting. */
  silence: Silence | null
  lines: Lines
  /** `changedAt`: of the last change after the opening; `correctedAt`: when the buyer last corrected what was agreed. */
  times: Record<'verifiedAt' | 'confirmedAt' | 'changedAt' | 'correctedAt' | 'decidedAt' | 'releasedAt', string | null>
  /** The buyer's own, by which a payment is recognized; null: not stated, or not for the reader. */
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
    /** Each with its place on the ledger's explorer; null on a network that has none. */
    payments: (SeenPayment & { explorer: string | null })[]
    /** Payments that are not listed: the smallest. */
    smaller: SmallerPayments | null
    /** Hashes that the buyer has stated, oldest first; nothing for the seller. */
    stated: StatedPayment[]
    /** A small rest is missing: the buyer may take what has arrived as the amount, or propose it to the seller; null: neither. */
    rest: ShownRest | null
    /** While it is not funded: what lies on the ledger for us with this reference, and has not come; nothing for the seller. */
    onLedger: ShownClaimable[]
  }
  /** How each part of the page stands, for the reader. */
  parts: ShownParts
  /** What the reader may do now; the operator nothing. The workflows ask again. */
  may: {
    review: boolean
    confirm: boolean
    changeDocuments: boolean
    cancel: boolean
    /** Correct what is correctable of the terms. */
    correct: boolean
    /** Correct the seller's address, or name one. */
    nameSeller: boolean
    /** Let somebody without an account read the escrow. */
    makeViewLink: boolean
    askForRefund: boolean
    answerRefund: boolean
    withdrawRefund: boolean
    /** Say where money back goes, because there is some, or may be soon. */
    stateRefundWallet: boolean
    /** State another payout wallet while no release is due. */
    changeWallet: boolean
    /** Another wallet for a release that the approved one cannot receive. */
    proposeWallet: boolean
    agreeToWallet: boolean
    dispute: boolean
    /** The form that opens it asks where the money would go back. */
    disputeWithWallet: boolean
    withdrawDispute: boolean
  }
}
