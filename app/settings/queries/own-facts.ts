/** The columns of each table in the data copy, by name: a new column stays out until somebody adds it. */
import type { Prisma } from '#app/kernel/db/generated/client.ts'

/** Columns that grant access. */
type Secret = 'tokenHash' | 'linkTokenHash' | 'codeHash' | 'sealedSecret' | 'sealedFulfilment'
type Table = Exclude<Prisma.ModelName, 'Password'>
type Column<Of extends Table> = Exclude<keyof Prisma.TypeMap['model'][Of]['payload']['scalars'], Secret>

/** The select of these columns. A name that is not the table's, or a secret, does not compile. */
export function columns<Of extends Table, Name extends Column<Of> & string>(_of: Of, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>
}

const ESCROW = { select: columns('Escrow', 'transactionId') }

export const ACCOUNT = {
  ...columns('User', 'id', 'name', 'email', 'emailConfirmedAt', 'role', 'locale', 'plan', 'stillUntil'),
  ...columns('User', 'createdAt', 'updatedAt', 'pilotSource', 'pilotCode', 'trialCredits'),
  ...columns('User', 'sanctionsConsent', 'consentTimestamp', 'consentFingerprint', 'termsVersion'),
  ...columns('User', 'hasPaid', 'paidAt', 'currency', 'paymentHash', 'cryptoAmount', 'usdValue'),
  ...columns('User', 'feeGrossUSD', 'feeDiscountUSD', 'feeNetUSD'),
  ...columns('User', 'walletAddress', 'walletMemo', 'walletCurrency'),
  ...columns('User', 'buyerWalletAddress', 'buyerMemoTag', 'buyerWalletCurrency'),
}

export const SERVICE_TERMS = {
  ...columns('ServiceTermsAcceptance', 'version', 'supplement', 'at', 'occasion'),
  escrow: ESCROW,
}

export const ABOUT = columns('PersonDetail', 'nativeName', 'company', 'country', 'birthDate', 'updatedAt')

export const WALLET = columns('SavedWallet', 'id', 'use', 'asset', 'address', 'memo', 'label', 'savedAt')

export const SESSION = columns('Session', 'browser', 'system', 'network', 'createdAt', 'lastSeenAt', 'expiresAt')

/** When, and how many codes are used; without secrets. */
export const FACTOR = {
  ...columns('SecondFactor', 'createdAt', 'confirmedAt'),
  recoveryCodes: { select: columns('RecoveryCode', 'usedAt') },
}

export const ADDRESSES = {
  ...columns('EmailChange', 'fromEmail', 'toEmail', 'fromConfirmedAt'),
  ...columns('EmailChange', 'createdAt', 'doneAt', 'stoppedAt'),
}

export const COPY = columns('DataExport', 'askedAt', 'expiresAt')

/** A payment of the person, and how it ended if it did not count. */
const CASE = {
  select: {
    ...columns('PaymentCase', 'kind', 'amount', 'assetLabel', 'openedAt', 'closedAt', 'end', 'endHash'),
    ...columns('PaymentCase', 'backAddress', 'backMemo', 'backStatedAt'),
  },
}

export const PAYMENT = {
  ...columns('LedgerPayment', 'network', 'hash', 'fromAddress', 'assetLabel', 'amount', 'memo'),
  ...columns('LedgerPayment', 'closedAt', 'problem'),
  paymentCase: CASE,
}

export const DRAFT = columns('SubmitDraft', 'typed', 'fileName', 'size', 'sha256', 'changedAt')

/** Without the reseller's share. */
export const FEE_QUOTE = {
  ...columns('FeeQuote', 'id', 'state', 'covers', 'createdAt', 'paidAt', 'amountUsd', 'grossUsd', 'netUsd'),
  ...columns('FeeQuote', 'minimumTopUpUsd', 'feeDiscountUsd', 'discountRate', 'resellerName'),
  ...columns('FeeQuote', 'couponCode', 'couponVerdict', 'couponDiscountUsd'),
  ...columns('FeeQuote', 'asset', 'account', 'reference', 'amountDue'),
  ...columns('FeeQuote', 'priceUsd', 'priceSource', 'priceAt', 'lockedAt', 'expiresAt'),
  locks: {
    select: columns('FeeQuoteLock', 'amountDue', 'priceUsd', 'priceSource', 'priceAt', 'lockedAt', 'expiresAt'),
  },
  payments: { select: PAYMENT },
  paymentCase: CASE,
}

export const FEE_PAYMENT = {
  ...columns('FeePayment', 'paymentHash', 'txid', 'status', 'source', 'covers', 'createdAt', 'lastUpdated'),
  ...columns('FeePayment', 'payerWalletAddress', 'payWith', 'payToAddress', 'payToMemoOrTag', 'amountCrypto'),
  ...columns('FeePayment', 'transactionAmountUSD', 'feeGrossUSD', 'feeDiscountUSD', 'feeNetUSD', 'discountRate'),
  ...columns('FeePayment', 'couponCode', 'resellerName'),
  escrow: ESCROW,
}

export const FEE_RECEIPT = {
  ...columns('FeeReceipt', 'number', 'billedAt', 'changedAt'),
  ...columns('FeeReceipt', 'billedName', 'billedAddress', 'billedTaxNumber'),
}

export const FAILED = columns('FailedPayment', 'id', 'txid', 'currency', 'reason', 'timestamp')

/** Not the text, which names the other side; its fingerprint proves it. */
export const ACCEPTED = { ...columns('AcceptedTerms', 'version', 'sha256', 'acceptedAt'), escrow: ESCROW }

/** Both sides: the proposal was put to both. */
export const CHANGE = {
  ...columns('Amendment', 'fundBy', 'presentBy', 'examineDays', 'weekend', 'amount'),
  ...columns('Amendment', 'changesDocuments', 'documents', 'proposedAt', 'answer', 'answeredAt'),
}

const OF_ESCROW = { select: { escrow: ESCROW } }

export const PROPOSAL = { ...columns('Amendment', 'id', 'words'), ...CHANGE, dates: OF_ESCROW }

export const MORE_TIME = {
  ...columns('TimeRequest', 'id', 'step', 'since', 'reason', 'until', 'askedAt', 'answer', 'answeredAt'),
  dates: OF_ESCROW,
}

/** An offer in a dispute, or a lower price. */
export const SHARES = {
  ...columns('Division', 'id', 'kind', 'sellerAmount', 'buyerAmount', 'words'),
  ...columns('Division', 'proposedAt', 'answer', 'answeredAt'),
  escrow: ESCROW,
}

export const SAID = {
  ...columns('DisputeStatement', 'id', 'words', 'statedAt'),
  files: {
    orderBy: { number: 'asc' },
    select: columns('DisputeFile', 'id', 'fileName', 'contentType', 'size', 'sha256', 'uploadedAt', 'scannedAt'),
  },
  dispute: { select: { ...columns('Dispute', 'openedAt'), escrow: ESCROW } },
} satisfies Prisma.DisputeStatementSelect

/** The wallet that a seller stated for an on-chain escrow. */
export const ONCHAIN_WALLET = {
  ...columns('HoldAgreement', 'id', 'sellerWallet', 'sellerTag', 'agreedAt', 'supersededAt'),
  walletChanges: { select: columns('HoldWalletChange', 'askedAt', 'until', 'endedAt', 'end') },
  hold: OF_ESCROW,
}

export const DOCUMENT = {
  ...columns('EscrowDocument', 'id', 'type', 'fileName', 'contentType', 'size', 'sha256', 'uploadedAt', 'scannedAt'),
  ...columns('EscrowDocument', 'rejectedAt', 'replacedAt', 'trouble', 'acceptedAt'),
  escrow: ESCROW,
}

export const COMPARED_COLUMNS = columns('Screening', 'id', 'purpose', 'at', 'lastAt', 'times')

/** Without the operator's own words. */
export const LIKENESS = columns('ScreeningReview', 'by', 'typed', 'listed', 'score', 'state', 'openedAt', 'decidedAt')

export const ACCESS = columns('AccessRecord', 'id', 'kind', 'subject', 'place', 'firstAt', 'lastAt', 'count')

export const MAIL_EVENT = columns('MailEvent', 'address', 'kind', 'words', 'at', 'receivedAt')

export const MAIL_ADDRESS = columns('MailAddress', 'address', 'trouble', 'since', 'words', 'eventAt')

export const STOOD_STILL = columns('UndeliveredPause', 'escrowId', 'step', 'startedAt', 'endedAt')
