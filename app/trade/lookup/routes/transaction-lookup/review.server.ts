import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { refuseStill } from '#app/accounts/web/viewer.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { orRefuse } from '#app/kernel/web/http/or-refuse.server.ts'
import { deps } from '#app/runtime.server.ts'
import { mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import type { Mark } from '#app/trade/documents/domain/discrepancy-notice.ts'
import { type DocumentReview, reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { draftApproval } from '#app/trade/onchain/workflows/approving/draft-approval.server.ts'
import { readBuyerDecision } from './form.server.ts'

export type TypedDecision = { approval: string; reason: string; marks: Mark[] }

/** Data of the confirmation page before an approval. */
export type SureOfRelease = {
  seen: { address: string; memo: string | null }
  documents: readonly string[]
  /** `decidedAt` of the decision that the form showed. Empty: none. */
  decision: string
}

export type Reviewed =
  | { done: 'updated' }
  /** An old form: the approval was given before, and nothing has changed. */
  | { done: 'approved_before' }
  /** The approval is a wallet's signature, which the on-chain escrow's part of the page asks for. */
  | { done: 'to_sign' }
  | { sure: SureOfRelease; typed: TypedDecision }
  | { refusal: Refusal; typed: TypedDecision | null }

/** Takes the decision form: an approval in two steps, the second of which may be a signature; others in one. */
export async function review(
  fields: FormFields,
  { escrow, buyer }: { escrow: PartyView; buyer: Viewer },
): Promise<Reviewed> {
  const decision = readBuyerDecision(fields)
  if (!decision) return { refusal: refuse('approval_failed', { field: 'approval' }), typed: null }
  const { isSure, ...decided } = decision
  const { approval, reason, marks = [], seenWallet, seenDocuments, seenDecision = '', hasCheckedWallet } = decided
  const typed = { approval, reason, marks: [...marks] }
  const still = refuseStill(buyer)
  if (still) return { refusal: still, typed }
  if (approval === 'Approved' && escrow.may.review) {
    if (mustBeChecked(escrow.payoutWallet?.expectation ?? 'met') && !hasCheckedWallet) {
      return { refusal: refuse('wallet_unverified', { field: 'checkedWallet' }), typed }
    }
    if (isSigned(escrow)) return sign(decided, { escrow, buyer, typed })
    if (!isSure) return { sure: { seen: seenWallet, documents: seenDocuments, decision: seenDecision }, typed }
  }
  const work = reviewDocuments(deps, { escrowId: escrow.id, buyerId: buyer.id, ...decided })
  const reviewed = await orRefuse(work, 'approval_failed')
  if (isRefusal(reviewed)) return { refusal: reviewed, typed }
  return { done: escrow.approval === 'Approved' ? 'approved_before' : 'updated' }
}

function isSigned({ parts: { decision } }: PartyView): boolean {
  return decision.is === 'open' && decision.approved === 'then_signed'
}

type Signing = { escrow: PartyView; buyer: Viewer; typed: TypedDecision }

async function sign(
  decided: Omit<DocumentReview, 'escrowId' | 'buyerId'>,
  { escrow, buyer, typed }: Signing,
): Promise<Reviewed> {
  const work = draftApproval(deps, { ...decided, escrowId: escrow.id, buyerId: buyer.id })
  const drafted = await orRefuse(work, 'approval_failed')
  if (drafted === null) return { done: 'to_sign' }
  return isRefusal(drafted) ? { refusal: drafted, typed } : { done: 'approved_before' }
}
