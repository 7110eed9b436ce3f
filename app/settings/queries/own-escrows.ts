/** What each side gets of its escrows in its data copy: what both agreed and what it did itself. */

import { EXPORTED_COLUMNS } from '#app/escrow/domain/escrow-terms.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { OF_ACCOUNT } from '#app/kernel/db/transfer-kinds.ts'
import { CHANGE, columns, PAYMENT } from './own-facts.ts'

const CLOCK = {
  ...columns('EscrowClock', 'kind', 'owner', 'since', 'turnSince', 'startedAt'),
  ...columns('EscrowClock', 'dueAt', 'nextAt', 'endedAt', 'end'),
}

const DATES = {
  ...columns('Milestone', 'fundBy', 'presentBy', 'examineDays', 'weekend', 'onSilence', 'documents', 'createdAt'),
  clocks: { select: CLOCK },
  amendments: { select: CHANGE },
}

const FACTS = {
  ...columns('Escrow', 'id', 'transactionId', 'type', 'heldBy', 'currency', 'amount', 'createdAt', 'correctedAt'),
  ...columns('Escrow', 'serviceTerms', 'serviceSupplement', 'verifiedAt', 'confirmedAt'),
  ...columns('Escrow', 'documentApprovalStatus', 'rejectedTypes', 'decidedAt'),
  ...columns('Escrow', 'releasedAt', 'cancelledAt', 'lapsedAt', 'refundOpenedAt'),
  milestone: { select: DATES },
  acceptedTerms: { select: columns('AcceptedTerms', 'version', 'sha256', 'acceptedAt') },
}

const MONEY_OUT = {
  ...columns('Transfer', 'purpose', 'state', 'asset', 'amount', 'address', 'memo'),
  ...columns('Transfer', 'createdAt', 'settledHash', 'settledAt'),
}

const SETTLEMENT = columns('Settlement', 'cause', 'toSeller', 'toBuyer', 'createdAt', 'deadAt')

/** A decision's reasons are written for both. */
const DISPUTE = {
  ...columns('Dispute', 'reason', 'openedAt', 'decision', 'decidedAt', 'sellerAmount', 'buyerAmount', 'note'),
}

const LINK = columns('ViewLink', 'showsFiles', 'createdAt', 'expiresAt', 'revokedAt', 'views', 'lastViewedAt')

/** That a discrepancy notice was given, and about what; its words are the buyer’s. */
const NOTICE_GOT = {
  ...columns('Examination', 'givenAt', 'isBinding', 'withdrawnAt', 'roundAllowedAt'),
  discrepancies: { select: columns('Discrepancy', 'type', 'reasons') },
}

const NOTICE = {
  ...NOTICE_GOT,
  ...columns('Examination', 'reason'),
  discrepancies: { select: columns('Discrepancy', 'type', 'reasons', 'words') },
  waiver: { select: columns('WaiverRequest', 'answer', 'answeredAt', 'answerWords') },
}

/** Proposed splits without their words and wallets. */
const SHARES = {
  ...columns('Division', 'kind', 'side', 'sellerAmount', 'buyerAmount', 'proposedAt', 'answer', 'answeredAt'),
}

const RETURN = columns('HoldReturn', 'asset', 'amount', 'hash', 'offeredAt', 'signedAt', 'end', 'endedAt')

const LOCK = {
  ...columns('HoldLock', 'balanceId', 'amount', 'hash', 'lockedAt', 'differences', 'counts'),
  ...columns('HoldLock', 'end', 'endHash', 'endedAt'),
  exits: {
    select: {
      ...columns('Transfer', 'purpose', 'state', 'createdAt', 'settledHash', 'settledAt'),
      setAside: { select: columns('HoldShare', 'side', 'amount', 'balanceId', 'takenAt', 'takenBy') },
    },
  },
  returns: { select: RETURN },
}

/** Of an on-chain escrow: its deadline, the deposits, and their settlements. */
const ONCHAIN = {
  ...columns('Hold', 'deadline', 'createdAt'),
  agreements: {
    select: {
      ...columns('HoldAgreement', 'openedAt', 'account'),
      drafts: {
        where: { offeredAt: { not: null } },
        select: columns('HoldDraft', 'condition', 'hash', 'offeredAt', 'endedAt'),
      },
      locks: { select: LOCK },
    },
  },
}

export function asBuyer(userId: string) {
  return {
    ...FACTS,
    ...EXPORTED_COLUMNS,
    ...columns('Escrow', 'account', 'reference', 'receivedAmount', 'rejectionReason', 'buyerWalletCurrency'),
    ...columns('Escrow', 'refundAddress', 'refundMemo', 'refundStatedAt'),
    hold: { select: { ...ONCHAIN, ...columns('Hold', 'buyerWallet') } },
    contract: {
      select: columns('EscrowContract', 'fileName', 'contentType', 'size', 'sha256', 'uploadedAt', 'scannedAt'),
    },
    payments: { select: PAYMENT },
    statedPayments: {
      select: columns('StatedPayment', 'hash', 'ledgerHash', 'statedAt', 'verdict', 'judgedAt', 'memo'),
    },
    settlements: { select: SETTLEMENT },
    transfers: { where: { ...OF_ACCOUNT, purpose: { in: ['refund', 'return'] } }, select: MONEY_OUT },
    refundRequests: { select: columns('RefundRequest', 'reason', 'askedAt', 'answer', 'answeredAt') },
    presentations: {
      select: { ...columns('Presentation', 'round', 'presentedAt'), examinations: { select: NOTICE } },
    },
    disputes: { where: { openedById: userId }, select: DISPUTE },
    divisions: { select: SHARES },
    viewLinks: { where: { madeById: userId }, select: LINK },
  } satisfies Prisma.EscrowSelect
}

export function asSeller(userId: string) {
  return {
    ...FACTS,
    ...columns('Escrow', 'payoutAddress', 'payoutMemo', 'payoutStatedAt'),
    ...columns('Escrow', 'proposedPayoutAddress', 'proposedPayoutMemo', 'proposedPayoutAt'),
    hold: { select: ONCHAIN },
    settlements: { where: { cause: { not: 'excess' } }, select: SETTLEMENT },
    transfers: { where: { ...OF_ACCOUNT, purpose: 'release' }, select: MONEY_OUT },
    presentations: {
      select: {
        ...columns('Presentation', 'round', 'presentedAt', 'wasLate', 'containerNumber', 'ladenOn'),
        ...columns('Presentation', 'invoiceAmount', 'insuredAmount'),
        examinations: { select: NOTICE_GOT },
      },
    },
    // Confirmed, but not counted yet.
    uncounted: {
      select: {
        ...columns('UncountedPresentation', 'presentedAt', 'wasLate', 'payoutAddress', 'payoutMemo'),
        ...columns('UncountedPresentation', 'containerNumber', 'ladenOn', 'invoiceAmount', 'insuredAmount'),
      },
    },
    waiverRequests: { select: columns('WaiverRequest', 'words', 'askedAt', 'answer', 'answeredAt') },
    refundRequests: {
      where: { answer: { in: ['agreed', 'declined'] } },
      select: columns('RefundRequest', 'askedAt', 'answer', 'answeredAt', 'answerReason'),
    },
    disputes: { where: { openedById: userId }, select: DISPUTE },
    divisions: { select: SHARES },
    viewLinks: { where: { madeById: userId }, select: LINK },
  } satisfies Prisma.EscrowSelect
}

/** Names the agreed dates `dates` in the copy; null: none. */
export function withDates<Row extends { milestone: { fundBy: Date | null } | null }>({ milestone, ...escrow }: Row) {
  return { ...escrow, dates: milestone?.fundBy ? milestone : null }
}
