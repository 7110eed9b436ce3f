import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { type Approval, canReview, whyFinal } from '#app/escrow/domain/escrow.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { canSettle, custodyOf, type StoreSigned } from '#app/settlement/custody/workflows/custody.server.ts'
import { expectationOf, mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import { releaseWhenDue } from '#app/settlement/payouts/workflows/release-when-due.server.ts'
import { answerWaiver } from '#app/trade/documents/db/discrepancy-notices.server.ts'
import { findDocuments, markRejected, unmarkRejected } from '#app/trade/documents/db/documents.server.ts'
import { storeExamination } from '#app/trade/documents/db/examinations.server.ts'
import {
  type DiscrepancyNotice,
  isMarked,
  isSameDiscrepancyNotice,
  type Mark,
} from '#app/trade/documents/domain/discrepancy-notice.ts'
import { PRESENTED_TYPES, type PresentedType } from '#app/trade/documents/domain/documents.ts'
import { answerRefundRequest } from '#app/trade/refunds/db/refund-requests.server.ts'
import { refuseMissed } from '#app/trade/terms/workflows/presented-late.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import {
  checkDiscrepancyNotice,
  type Examination,
  findExamination,
  giveDiscrepancyNotice,
  isBinding,
  takeBackDiscrepancyNotice,
} from './give-discrepancy-notice.server.ts'

export type DocumentReview = {
  escrowId: string
  buyerId: string
  approval: Approval
  /** Required with a rejection. */
  reason: string
  /** The documents that the rejection names. Empty: all of them. */
  rejected: readonly PresentedType[]
  /** What is wrong with each named document. */
  marks?: readonly Mark[] | undefined
  /** The payout wallet that the buyer saw. An approval counts for this one only. */
  seenWallet: { address: string; memo: string | null }
  /** Ids of the documents that the buyer saw. An approval counts for these only. */
  seenDocuments: readonly string[]
  /** `decidedAt` of the decision that the form showed, an ISO string; empty: none. Missing: the form showed none. */
  seenDecision?: string | undefined
  /** The buyer states that a wallet which is not the expected one was checked with the seller. */
  hasCheckedWallet: boolean
}

/**
 * Sets the approval status of the documents (spec §4; product.md §3). An approval starts the release once the escrow is
 * funded, and cannot be withdrawn. Refusals: escrow_not_found, in_dispute, not_confirmed_yet, approval_final,
 * escrow_settled, decision_changed (in another tab since the form was shown), wallet_unverified, wallet_changed and
 * documents_changed (changed by the seller meanwhile), rejection_reason_required, mark_words_required, defect_too_late
 * (decision 077), exit_date_near (decision 087), for a rejection date_at_quayside (decision 100), and approval_to_sign
 * (the approval is possible, but must be a signature; decision 118).
 */
export async function reviewDocuments(deps: Deps, review: DocumentReview): Promise<StoredEscrow | Refusal> {
  return inTransaction(deps.db, (tx) => reviewIn(deps, tx, review))
}

/** The same within a transaction. `storeSigned` stores the buyer's signature; a refusal writes nothing. */
export async function reviewIn(
  deps: Deps,
  tx: Transaction,
  review: DocumentReview,
  storeSigned?: StoreSigned,
): Promise<StoredEscrow | Refusal> {
  if (!(await findPermitted(tx, review, 'examine'))) return refuse('escrow_not_found')
  const before = await lockEscrow(tx, review.escrowId)
  if (before.dispute) return refuse('in_dispute', { field: 'approval' })
  if (!before.confirmedAt) return refuse('not_confirmed_yet', { field: 'approval' })
  // Idempotent: the same approval sent twice succeeds. Anything else comes too late.
  if (await isSameApproval(tx, before, review)) return before
  if (!canReview(before.facts)) return refuse(whyFinal(before.facts), { field: 'approval' })
  if (review.approval === 'Rejected' && review.reason === '') {
    return refuse('rejection_reason_required', { field: 'reason' })
  }
  const { seenDecision } = review
  if (review.approval === 'Approved' && seenDecision !== undefined && seenDecision !== standingDecision(before)) {
    return refuse('decision_changed', { field: 'approval' })
  }
  if (review.approval === 'Approved' && !isSameWallet(before, review.seenWallet)) {
    return refuse('wallet_changed', { field: 'approval' })
  }
  if (review.approval === 'Approved' && mustBeChecked(expectationOf(before)) && !review.hasCheckedWallet) {
    return refuse('wallet_unverified', { field: 'checkedWallet' })
  }
  const obstacle = review.approval === 'Approved' && obstacleToRelease(before, deps.clock.now())
  if (obstacle) return { ...obstacle, field: 'approval' }
  const examination = await findExamination(tx, before)
  if (mustHaveSeen(review, examination) && !(await isSameDocuments(tx, review))) {
    return refuse('documents_changed', { field: 'approval' })
  }
  if (isSameDecision(before, review) && isSameMarks(review, examination)) return before
  if (review.approval === 'Approved' && isToBeSigned(before) && !storeSigned) {
    return refuse('approval_to_sign', { field: 'approval' })
  }
  const notice = discrepancyNoticeOf(review)
  if (review.approval === 'Rejected') {
    const missed = await refuseMissed(tx, { escrow: before, by: 'buyer', now: deps.clock.now() })
    if (missed) return { ...missed, field: 'approval' }
    const late = await checkDiscrepancyNotice(tx, { escrow: before, notice, rounds: examination.rounds })
    if (late) return late
  }

  const now = deps.clock.now()
  await storeExamination(tx, {
    escrowId: before.id,
    approval: review.approval,
    reason: reasonOf(review),
    rejected: rejectedBy(review),
    decidedAt: review.approval === 'Pending' ? null : now,
  })
  if (before.documentApprovalStatus === 'Rejected' && before.decidedAt) {
    await unmarkRejected(tx, { escrowId: before.id, at: before.decidedAt })
  }
  if (review.approval === 'Pending') await takeBackDiscrepancyNotice(tx, { escrowId: before.id, examination, now })
  if (review.approval === 'Rejected') {
    await giveDiscrepancyNotice(deps, tx, { escrow: before, examination, notice, by: review.buyerId, now })
    await markRejected(tx, { escrowId: before.id, types: rejectedBy(review), at: now })
  }
  await writeEvent(tx, {
    kind: EVENTS[review.approval],
    at: now,
    escrowId: before.id,
    userId: review.buyerId,
    detail: {
      payoutAddress: before.payoutAddress,
      payoutMemo: before.payoutMemo,
      ...(review.approval === 'Approved' && { expectation: expectationOf(before) }),
      reason: reasonOf(review),
      rejected: rejectedBy(review),
      ...(isMarked(notice) && { marks: notice.marks }),
    },
  })
  if (review.approval === 'Approved') await withdrawRequest(tx, { escrow: before, now })
  const waived = review.approval === 'Approved' && (await waive(tx, { escrow: before, examination, now }))
  const escrow = await lockEscrow(tx, before.id)
  const { left } = await findExamination(tx, escrow)
  await notifySeller(tx, { escrow, notice, waived, isSigned: storeSigned !== undefined, left, now })
  await releaseWhenDue(tx, escrow, now, storeSigned)
  await scheduleDeadline(tx, { escrowId: before.id, now })
  return lockEscrow(tx, before.id)
}

/** Before funding nothing can be signed: the approval is a statement, and both parties sign once the money is there. */
function isToBeSigned(escrow: StoredEscrow): boolean {
  return escrow.facts.verifiedAt !== null && custodyOf(escrow).approvedBy === 'signature'
}

/** With on-chain escrow, an approval requires that a release is still possible. */
function obstacleToRelease(escrow: StoredEscrow, now: Date): Refusal | null {
  return canSettle(escrow, { seller: escrow.amount, buyer: new Decimal(0) }, now)
}

const EVENTS = {
  Pending: 'approval_withdrawn',
  Approved: 'documents_approved',
  Rejected: 'documents_rejected',
} as const

function reasonOf(review: DocumentReview): string | null {
  return review.approval === 'Rejected' ? review.reason : null
}

/** In form order, without duplicates. */
function rejectedBy(review: DocumentReview): PresentedType[] {
  return review.approval === 'Rejected' ? PRESENTED_TYPES.filter((type) => review.rejected.includes(type)) : []
}

/** The notice of this review: each document once, in form order. */
function discrepancyNoticeOf(review: DocumentReview): DiscrepancyNotice {
  const marks = rejectedBy(review).map(
    (type) => review.marks?.find((mark) => mark.type === type) ?? { type, reasons: [], words: '' },
  )
  return { reason: reasonOf(review) ?? '', marks }
}

/** An approval and a binding notice must be about the documents that the buyer saw. */
function mustHaveSeen(review: DocumentReview, examination: Examination): boolean {
  if (review.approval === 'Rejected') return isBinding(discrepancyNoticeOf(review), examination)
  return review.approval === 'Approved'
}

function isSameMarks(review: DocumentReview, { standing }: Examination): boolean {
  if (review.approval !== 'Rejected') return true
  return standing === null
    ? !isMarked(discrepancyNoticeOf(review))
    : isSameDiscrepancyNotice(standing.notice, discrepancyNoticeOf(review))
}

/** Approval in spite of a binding notice: the notice stays, and an open waiver request is answered. */
async function waive(
  tx: Transaction,
  { escrow, examination, now }: { escrow: StoredEscrow; examination: Examination; now: Date },
): Promise<boolean> {
  if (!examination.standing?.isBinding) return false
  await answerWaiver(tx, { escrowId: escrow.id, answer: 'waived', at: now })
  await writeEvent(tx, { kind: 'discrepancies_waived', at: now, escrowId: escrow.id, userId: escrow.buyerId })
  return true
}

function isSameDecision(escrow: StoredEscrow, review: DocumentReview): boolean {
  return (
    escrow.documentApprovalStatus === review.approval &&
    escrow.rejectionReason === reasonOf(review) &&
    rejectedBy(review).join() === PRESENTED_TYPES.filter((type) => escrow.rejectedTypes.includes(type)).join()
  )
}

/** True if the same wallet and documents were approved before. */
async function isSameApproval(tx: Transaction, escrow: StoredEscrow, review: DocumentReview): Promise<boolean> {
  const isSame = review.approval === 'Approved' && isSameDecision(escrow, review)
  return isSame && isSameWallet(escrow, review.seenWallet) && isSameDocuments(tx, review)
}

/** An approval withdraws the buyer's refund request. */
async function withdrawRequest(tx: Transaction, { escrow, now }: { escrow: StoredEscrow; now: Date }): Promise<void> {
  if (!escrow.refundRequest) return
  const answer = { escrowId: escrow.id, answer: 'withdrawn', by: escrow.buyerId, reason: '', at: now } as const
  if (!(await answerRefundRequest(tx, answer))) return
  await writeEvent(tx, { kind: 'refund_withdrawn', at: now, escrowId: escrow.id, userId: escrow.buyerId })
}

function standingDecision({ decidedAt }: StoredEscrow): string {
  return decidedAt?.toISOString() ?? ''
}

function isSameWallet(escrow: StoredEscrow, seen: DocumentReview['seenWallet']): boolean {
  return escrow.payoutAddress === seen.address && escrow.payoutMemo === seen.memo
}

async function isSameDocuments(tx: Transaction, review: DocumentReview): Promise<boolean> {
  const presented = (await findDocuments(tx, review.escrowId)).map((document) => document.id)
  const seen = new Set(review.seenDocuments)
  return presented.length === seen.size && presented.every((id) => seen.has(id))
}

type Told = {
  escrow: StoredEscrow
  notice: DiscrepancyNotice
  waived: boolean
  /** The buyer's wallet has signed the release. */
  isSigned: boolean
  left: number | null
  now: Date
}

async function notifySeller(tx: Transaction, { escrow, notice, waived, isSigned, left, now }: Told): Promise<void> {
  const { sellerId, documentApprovalStatus: approval } = escrow
  if (sellerId === null || approval === 'Pending') return
  const event = `review:${escrow.id}:${now.getTime()}`
  const about = { txid: escrow.transactionId, amount: plain(escrow.amount), asset: escrow.currency }
  await writeToOther(tx, {
    event,
    escrowId: escrow.id,
    from: escrow.buyerId,
    now,
    to: { userId: sellerId },
    content:
      approval === 'Approved'
        ? {
            letter: 'documents_approved',
            ...about,
            isFunded: escrow.verifiedAt !== null,
            ...(waived && { waived }),
            ...(isSigned && { isSigned }),
          }
        : {
            letter: 'documents_rejected',
            ...about,
            reason: escrow.rejectionReason ?? '',
            documents: PRESENTED_TYPES.filter((type) => escrow.rejectedTypes.includes(type)),
            ...(isMarked(notice) && { marks: notice.marks.map((mark) => ({ ...mark, reasons: [...mark.reasons] })) }),
            ...(left !== null && { roundsLeft: left }),
          },
  })
}
