/** The buyer accepts the documents at a lower price, if the seller agrees (decision 134). */

import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { isSameWallet, type Wallet } from '#app/kernel/domain/wallet.ts'
import { payOwedBack } from '#app/settlement/payouts/workflows/pay-buyer-back.server.ts'
import { type AnsweredDivision, agreeToDivision } from '#app/trade/divisions/workflows/answer-division.server.ts'
import { payShares } from '#app/trade/divisions/workflows/pay-shares.server.ts'
import { type ProposedDivision, proposeDivision } from '#app/trade/divisions/workflows/propose-division.server.ts'
import { answerWaiver } from '#app/trade/documents/db/discrepancy-notices.server.ts'
import { findDocuments, unmarkRejected } from '#app/trade/documents/db/documents.server.ts'
import { storeExamination } from '#app/trade/documents/db/examinations.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type OfferedReduction = Omit<ProposedDivision, 'kind'> & {
  /** As with an approval: the offer is about the wallet and documents that the buyer saw. */
  seenWallet: Wallet
  seenDocuments: readonly string[]
}

/**
 * The buyer offers to accept at a lower price. A trigger ends the offer when documents are presented or the wallet
 * changes. Refusals: those of proposeDivision, wallet_changed, documents_changed.
 */
export function offerReduction(deps: Deps, offered: OfferedReduction): Promise<StoredEscrow | Refusal> {
  const { seenWallet, seenDocuments, ...proposed } = offered
  return proposeDivision(deps, { ...proposed, kind: 'reduction' }, async (tx, escrow) => {
    const { payoutAddress: address, payoutMemo: memo } = escrow
    if (address === null || !isSameWallet({ address, memo }, seenWallet)) return refuse('wallet_changed')
    const presented = (await findDocuments(tx, escrow.id)).map(({ id }) => id)
    const isSame = presented.length === seenDocuments.length && presented.every((id) => seenDocuments.includes(id))
    return isSame ? null : refuse('documents_changed')
  })
}

/**
 * The seller agrees: the documents count as approved, the seller gets the lower price and the buyer the rest. Refusals:
 * those of agreeToDivision.
 */
export function agreeToReduction(deps: Deps, agreed: AnsweredDivision): Promise<StoredEscrow | Refusal> {
  const ofSeller = { ...agreed, kind: 'reduction', wallet: null, hasCheckedWallet: false } as const
  return agreeToDivision(deps, ofSeller, async (tx, { escrow: before, division: { shares }, userId: by, now }) => {
    const { id: escrowId } = before
    await storeExamination(tx, { escrowId, approval: 'Approved', reason: null, rejected: [], decidedAt: now })
    // As with any approval: clears the rejection marks and answers an open waiver request.
    if (before.documentApprovalStatus === 'Rejected' && before.decidedAt) {
      await unmarkRejected(tx, { escrowId, at: before.decidedAt })
    }
    await answerWaiver(tx, { escrowId, answer: 'waived', at: now })
    await payShares(tx, { escrow: await lockEscrow(tx, escrowId), shares, by, now })
    await payOwedBack(tx, { escrow: await lockEscrow(tx, escrowId), now })
    await scheduleDeadline(tx, { escrowId, now })
  })
}
