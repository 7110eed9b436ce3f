import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import type { ShownClaimable } from '#app/ledgers/payments/domain/claimable.ts'
import type { SeenPayment, SmallerPayments } from '#app/ledgers/payments/domain/seen-payment.ts'
import type { Told } from '#app/notices/domain/told.ts'
import type { Approval, Lines, Stage, Turn } from './escrow.ts'
import type { EscrowTexts } from './escrow-terms.ts'
import type { FundStep } from './hold-state.ts'
import type { ShownParts } from './shown-parts.ts'
import type { Silence } from './silence.ts'
import type { StatedPayment } from './stated-payment.ts'

/**
 * `waits`: for the buyer's own address to be confirmed. `returned`: letters to the address come back, since `at`. Else `at` is when it was
 * sent. ISO 8601.
 */
export type Invitation = { state: 'waits' | 'limited' | 'sending' | 'sent' | 'failed' | 'returned'; at: string | null }

export type ShownRest = 'take' | 'propose'

/** What is said of custody, keys of sentences: each is true of whoever keeps the money. */
export type CustodySays = {
  /** What holds of it where it lies; null: it lies with us, and the other sentences say so. */
  what: 'held.what.stellar' | 'held.what.xrpl' | null
  /** After its date, to whoever has nothing to do then; null: there is no date. */
  lapsed: 'held.lapsed.stellar' | 'held.lapsed.xrpl' | null
  /** What follows where the seller declines to give it back, where the buyer asks for it, and where the other side is silent. */
  declined: NonNullable<CustodySays['what']> | 'lookup.settle.answer.declineWhat'
  askedBack: NonNullable<CustodySays['what']> | 'lookup.settle.refund.text'
  silent: NonNullable<CustodySays['what']> | 'lookup.silent.funded'
  /** Where a dispute is opened, with `amount`. */
  disputed: 'held.dispute' | 'lookup.settle.dispute.text'
  /** Where the buyer rejects the documents, and they can be presented again at any time. */
  rejected: 'held.rejectedWhat' | 'lookup.decision.RejectedWhat'
}

/** What pages are told of who keeps the money (settlement/custody/domain/show-custody): answers, so that none asks who it is. Moments are ISO 8601. */
export type ShownCustody = {
  /** How the money comes: paid to an account of ours, or locked by the buyer's own wallet. */
  fundedBy: 'deposit' | 'lock'
  /** What moves it: a payout of ours, the signatures of two sides, or a secret that is shown. */
  settledBy: 'payout' | 'signatures' | 'secret'
  /** Each side states its wallet when there is money for it, or both were agreed before any came. */
  wallets: 'stated' | 'agreed'
  /** Can both sides have a part of it? */
  isDivisible: boolean
  /** From then on the ledger gives it back; null: no date does. */
  until: string | null
  /** When it goes back once that is decided; null: at once. */
  backAt: string | null
  /** What comes before it can come; null: nothing does. */
  fundStep: FundStep | null
  /** Until when it can come, for what is locked; null: it has come, or the dates of the trade alone say it. */
  fundUntil: string | null
  /** The date has come, and nothing of the money is on its way: it is the buyer's. */
  hasLapsed: boolean
  /** What is to leave waits for the wallet of a side. */
  isSigning: boolean
  says: CustodySays
}

/** What every part of an escrow's page knows of it. Amounts are plain decimals in whole units, moments ISO strings. */
export type ShownEscrow = {
  texts: EscrowTexts
  id: string
  transactionId: string
  type: 'auto' | 'manual'
  currency: Asset
  custody: ShownCustody
  /**
   * XRP Ledger: what lies there beside the money of the escrow and is opened with it, because it carries the same condition; nothing for the seller.
   * `amount` null: it is no XRP. `toSeller` false: it names another wallet.
   */
  alsoReleased: { hash: string; amount: string | null; toSeller: boolean }[]
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
