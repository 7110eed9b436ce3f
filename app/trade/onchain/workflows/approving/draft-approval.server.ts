/** Prepares the approval of what a multisig account holds: stores the release to sign, and approves nothing yet. */

import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canReview } from '#app/escrow/domain/escrow.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import { findDocuments } from '#app/trade/documents/db/documents.server.ts'
import { type DocumentReview, reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { findCountingDeposit } from '#app/trade/onchain/db/deposits.server.ts'
import {
  type ApprovalDraft,
  findApprovalDraft,
  storeApprovalDraft,
} from '#app/trade/onchain/db/signing/approval-drafts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { describeSettlement, findOpenAgreement } from '../write-settlement.server.ts'

/**
 * Stores the release for the buyer's wallet and what the buyer saw; it replaces an earlier draft. Null: it is stored.
 * An approval that exists already is returned as done. Refusals: those of reviewDocuments, stellar_unavailable.
 */
export async function draftApproval(
  deps: Deps,
  review: Omit<DocumentReview, 'approval'>,
): Promise<StoredEscrow | Refusal | null> {
  const checked = await reviewDocuments(deps, { ...review, approval: 'Approved' })
  if (!isRefusal(checked) || checked.refused !== 'approval_to_sign') return checked
  // With a wrong sequence from a server in doubt the signature would be useless.
  if (await isHistoryDoubted(deps.db, 'stellar')) return refuse('stellar_unavailable', { field: 'approval' })
  const { escrowId, seenWallet, seenDocuments, seenDecision = '', hasCheckedWallet } = review
  try {
    const described = await describeRelease(deps, escrowId)
    if (described === null) return refuse('stellar_unavailable', { field: 'approval' })
    const seen = { seenWallet, seenDocuments: [...seenDocuments], seenDecision, hasCheckedWallet }
    const { description, hash, xdr } = described
    const draft = { escrowId, review: seen, description, hash, xdr, at: deps.clock.now() }
    await inTransaction(deps.db, (tx) => storeApprovalDraft(tx, draft))
    return null
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    return refuse('stellar_unavailable', { field: 'approval' })
  }
}

/** Null: the ledger has no such account, or no deposit counts. */
async function describeRelease(deps: Deps, escrowId: string) {
  const agreement = await findOpenAgreement(deps, escrowId)
  const { terms, trustees, account } = agreement
  const balanceId = (await findCountingDeposit(deps.db, escrowId))?.balanceId
  const state = await deps.held.stellar.readAccount(terms, { ...trustees, account })
  if (!balanceId || state === null) return null
  return describeSettlement(deps, agreement, { kind: 'release', balanceId, sequence: state.nextSequence })
}

/** The approval that awaits its buyer's signature. Null: none, or the escrow has changed since. */
export async function findDraftToSign(
  deps: Pick<Deps, 'db'>,
  { escrowId, userId }: { escrowId: string; userId: string },
): Promise<ApprovalDraft | null> {
  const draft = await findApprovalDraft(deps.db, escrowId)
  if (!draft) return null
  const escrow = (await findPermitted(deps.db, { escrowId, userId }, 'examine'))?.escrow
  if (!escrow || escrow.dispute || escrow.held?.exit || !canReview(escrow.facts)) return null
  const { seenWallet, seenDecision, seenDocuments } = draft.review
  const isSame =
    seenDecision === (escrow.decidedAt?.toISOString() ?? '') &&
    seenWallet.address === escrow.payoutAddress &&
    seenWallet.memo === escrow.payoutMemo
  if (!isSame) return null
  const ids = (await findDocuments(deps.db, escrowId)).map(({ id }) => id)
  return ids.length === seenDocuments.length && ids.every((id) => seenDocuments.includes(id)) ? draft : null
}
