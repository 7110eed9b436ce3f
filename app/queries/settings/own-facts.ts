/** What the copy of one’s data holds of each table: columns by name, so that a new one is left out until somebody has thought of it. */
import type { Prisma } from '#app/db/generated/client.ts'

export const ACCOUNT = {
  id: true,
  name: true,
  email: true,
  emailConfirmedAt: true,
  role: true,
  locale: true,
  hasPaid: true,
  paidAt: true,
  currency: true,
  paymentHash: true,
  sanctionsConsent: true,
  consentTimestamp: true,
  termsVersion: true,
  consentFingerprint: true,
  trialCredits: true,
  plan: true,
  pilotSource: true,
  pilotCode: true,
  feeGrossUSD: true,
  feeDiscountUSD: true,
  feeNetUSD: true,
  usdValue: true,
  cryptoAmount: true,
  walletAddress: true,
  walletMemo: true,
  walletCurrency: true,
  buyerWalletAddress: true,
  buyerWalletCurrency: true,
  buyerMemoTag: true,
  stillUntil: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.UserSelect

export const SERVICE_TERMS = {
  version: true,
  supplement: true,
  at: true,
  occasion: true,
  escrow: { select: { transactionId: true } },
} satisfies Prisma.ServiceTermsAcceptanceSelect

export const ABOUT = {
  nativeName: true,
  company: true,
  country: true,
  birthDate: true,
  updatedAt: true,
} satisfies Prisma.PersonDetailSelect

export const WALLET = {
  id: true,
  use: true,
  asset: true,
  address: true,
  memo: true,
  label: true,
  savedAt: true,
} satisfies Prisma.SavedWalletSelect

export const SESSION = {
  browser: true,
  system: true,
  network: true,
  createdAt: true,
  lastSeenAt: true,
  expiresAt: true,
} satisfies Prisma.SessionSelect

/** When, and how many codes are used up; what opens anything stays here. */
export const FACTOR = {
  createdAt: true,
  confirmedAt: true,
  recoveryCodes: { select: { usedAt: true } },
} satisfies Prisma.SecondFactorSelect

export const ADDRESSES = {
  fromEmail: true,
  toEmail: true,
  fromConfirmedAt: true,
  createdAt: true,
  doneAt: true,
  stoppedAt: true,
} satisfies Prisma.EmailChangeSelect

export const COPY = { askedAt: true, expiresAt: true } satisfies Prisma.DataExportSelect

/** A payment of the person, and how it ended where it did not count. */
const CASE = {
  select: {
    kind: true,
    amount: true,
    assetLabel: true,
    openedAt: true,
    closedAt: true,
    backAddress: true,
    backMemo: true,
    backStatedAt: true,
    end: true,
    endHash: true,
  },
} as const

export const PAYMENT = {
  network: true,
  hash: true,
  fromAddress: true,
  assetLabel: true,
  amount: true,
  memo: true,
  closedAt: true,
  problem: true,
  paymentCase: CASE,
} satisfies Prisma.LedgerPaymentSelect

/** What a reseller gets of it is the reseller’s. */
export const DRAFT = { typed: true, fileName: true, size: true, sha256: true, changedAt: true } as const
export const FEE_QUOTE = {
  id: true,
  state: true,
  covers: true,
  amountUsd: true,
  grossUsd: true,
  couponDiscountUsd: true,
  minimumTopUpUsd: true,
  netUsd: true,
  feeDiscountUsd: true,
  couponCode: true,
  couponVerdict: true,
  resellerName: true,
  discountRate: true,
  asset: true,
  account: true,
  reference: true,
  amountDue: true,
  priceUsd: true,
  priceSource: true,
  priceAt: true,
  lockedAt: true,
  expiresAt: true,
  paidAt: true,
  createdAt: true,
  locks: {
    select: { amountDue: true, priceUsd: true, priceSource: true, priceAt: true, lockedAt: true, expiresAt: true },
  },
  payments: { select: PAYMENT },
  paymentCase: CASE,
} satisfies Prisma.FeeQuoteSelect

export const FEE_PAYMENT = {
  paymentHash: true,
  txid: true,
  status: true,
  payerWalletAddress: true,
  payWith: true,
  payToAddress: true,
  payToMemoOrTag: true,
  amountCrypto: true,
  transactionAmountUSD: true,
  feeGrossUSD: true,
  feeDiscountUSD: true,
  feeNetUSD: true,
  discountRate: true,
  couponCode: true,
  resellerName: true,
  source: true,
  covers: true,
  createdAt: true,
  lastUpdated: true,
  escrow: { select: { transactionId: true } },
} satisfies Prisma.FeePaymentSelect

export const FEE_RECEIPT = {
  number: true,
  billedAt: true,
  changedAt: true,
  billedName: true,
  billedAddress: true,
  billedTaxNumber: true,
} satisfies Prisma.FeeReceiptSelect

export const FAILED = {
  id: true,
  txid: true,
  currency: true,
  reason: true,
  timestamp: true,
} satisfies Prisma.FailedPaymentSelect

/** Not the text, in which the other side stands by name; its fingerprint proves it. */
export const ACCEPTED = {
  version: true,
  sha256: true,
  acceptedAt: true,
  escrow: { select: { transactionId: true } },
} satisfies Prisma.AcceptedTermsSelect

/** What was proposed to change, and what became of it: both sides were asked. */
export const CHANGE = {
  fundBy: true,
  presentBy: true,
  examineDays: true,
  weekend: true,
  amount: true,
  changesDocuments: true,
  documents: true,
  proposedAt: true,
  answer: true,
  answeredAt: true,
} satisfies Prisma.AmendmentSelect

const OF_ESCROW = { select: { escrow: { select: { transactionId: true } } } } as const

export const PROPOSAL = { id: true, words: true, ...CHANGE, dates: OF_ESCROW } satisfies Prisma.AmendmentSelect

export const MORE_TIME = {
  id: true,
  step: true,
  since: true,
  reason: true,
  until: true,
  askedAt: true,
  answer: true,
  answeredAt: true,
  dates: OF_ESCROW,
} satisfies Prisma.TimeRequestSelect

/** An offer in a dispute, or a lower price. */
export const SHARES = {
  id: true,
  kind: true,
  sellerAmount: true,
  buyerAmount: true,
  words: true,
  proposedAt: true,
  answer: true,
  answeredAt: true,
  escrow: { select: { transactionId: true } },
} satisfies Prisma.DivisionSelect

/** What somebody said in a dispute, with what was shown. */
export const SAID = {
  id: true,
  words: true,
  statedAt: true,
  files: {
    orderBy: { number: 'asc' },
    select: {
      id: true,
      fileName: true,
      contentType: true,
      size: true,
      sha256: true,
      uploadedAt: true,
      scannedAt: true,
    },
  },
  dispute: { select: { openedAt: true, escrow: { select: { transactionId: true } } } },
} satisfies Prisma.DisputeStatementSelect

/** The wallet that a seller stated for an escrow that the ledger holds. */
export const HELD_WALLET = {
  id: true,
  sellerWallet: true,
  sellerTag: true,
  agreedAt: true,
  supersededAt: true,
  walletChanges: { select: { askedAt: true, until: true, endedAt: true, end: true } },
  hold: OF_ESCROW,
} satisfies Prisma.HoldAgreementSelect

export const DOCUMENT = {
  id: true,
  type: true,
  fileName: true,
  contentType: true,
  size: true,
  sha256: true,
  uploadedAt: true,
  scannedAt: true,
  rejectedAt: true,
  replacedAt: true,
  trouble: true,
  acceptedAt: true,
  escrow: { select: { transactionId: true } },
} satisfies Prisma.EscrowDocumentSelect

export const COMPARED = {
  id: true,
  purpose: true,
  at: true,
  lastAt: true,
  times: true,
} satisfies Prisma.ScreeningSelect

/** What an operator wrote of it is the operator’s. */
export const LIKENESS = {
  by: true,
  typed: true,
  listed: true,
  score: true,
  state: true,
  openedAt: true,
  decidedAt: true,
} satisfies Prisma.ScreeningReviewSelect

export const ACCESS = {
  id: true,
  kind: true,
  subject: true,
  place: true,
  firstAt: true,
  lastAt: true,
  count: true,
} satisfies Prisma.AccessRecordSelect

export const MAIL_EVENT = {
  address: true,
  kind: true,
  words: true,
  at: true,
  receivedAt: true,
} satisfies Prisma.MailEventSelect

export const MAIL_ADDRESS = {
  address: true,
  trouble: true,
  since: true,
  words: true,
  eventAt: true,
} satisfies Prisma.MailAddressSelect

export const STOOD_STILL = {
  escrowId: true,
  step: true,
  startedAt: true,
  endedAt: true,
} satisfies Prisma.UndeliveredPauseSelect
