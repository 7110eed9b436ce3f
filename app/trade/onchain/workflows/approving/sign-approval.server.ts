/** The signature of the buyer's wallet: the approval, and the first of two that release the money (decision 118). */
import { findEscrow, lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { CheckedSignature } from '#app/ledgers/onchain.ts'
import { reviewIn } from '#app/trade/documents/workflows/review-documents.server.ts'
import { findSettlement, type StoredSettlement } from '#app/trade/onchain/db/settlements.server.ts'
import {
  type ApprovalDraft,
  dropApprovalDraft,
  findApprovalDraft,
} from '#app/trade/onchain/db/signing/approval-drafts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { storeEach, UNREAD } from '../sign-settlement.server.ts'
import { findOpenAgreement, type OpenAgreement, storeDescribed } from '../write-settlement.server.ts'

type Signed = { escrowId: string; xdr: string }

/** Is it what the approval draft waits for? Not once a settlement has begun: its release may be the same bytes. */
export async function isApproval(deps: Deps, { escrowId, xdr }: Signed): Promise<boolean> {
  const draft = await findApprovalDraft(deps.db, escrowId)
  if (draft === null || draft.hash !== deps.held.stellar.readHash(xdr)) return false
  return (await findSettlement(deps.db, escrowId)) === null
}

/**
 * Approves what the buyer saw in the draft and begins the release with the signature, in one transaction: so no
 * approval is stored or notified that the buyer can still hold up. Anybody may submit it: the signature is the buyer's
 * consent. Refusals: exit_not_open (another draft, or none, or a settlement has begun), signature_unreadable,
 * signature_elsewhere, signature_foreign, and those of reviewDocuments.
 */
export async function signApproval(deps: Deps, { escrowId, xdr }: Signed): Promise<StoredEscrow | Refusal> {
  const draft = await findApprovalDraft(deps.db, escrowId)
  const escrow = await findEscrow(deps.db, escrowId)
  if (!draft || !escrow) return refuse('exit_not_open')
  const agreement = await findOpenAgreement(deps, escrowId)
  const { buyerWallet } = agreement.terms
  const read = deps.held.stellar.readSigned(xdr, { hash: draft.hash, signers: [buyerWallet] })
  if (read.kind !== 'signed') return refuse(UNREAD[read.kind], { field: 'signed' })
  const { signatures } = read
  return inTransaction(deps.db, async (tx) => {
    const now = await lockEscrow(tx, escrowId)
    const begun = await findSettlement(tx, escrowId)
    // Idempotent: submitted twice at the same moment.
    if (begun) return isSignedWith(begun, { hash: draft.hash, signatures }) ? now : refuse('exit_not_open')
    const still = await findApprovalDraft(tx, escrowId)
    if (still?.hash !== draft.hash) return refuse('exit_not_open')
    const { buyerId } = escrow
    const approval = { escrowId, buyerId, approval: 'Approved', reason: '', rejected: [], ...still.review } as const
    const done = await reviewIn(deps, tx, approval, (_, { id }) =>
      storeSigned(deps, tx, { id, escrowId, agreement, draft: still, signatures, userId: buyerId }),
    )
    // The field of the form where the approval began is on another page.
    if (isRefusal(done)) return { ...done, field: undefined }
    await dropApprovalDraft(tx, escrowId)
    return done
  })
}

function isSignedWith(
  exit: StoredSettlement,
  { hash, signatures }: { hash: string; signatures: CheckedSignature[] },
): boolean {
  const signers = exit.signatures.map(({ address }) => address)
  return exit.hash === hash && signatures.every(({ address }) => signers.includes(address))
}

type Stored = {
  id: string
  escrowId: string
  agreement: OpenAgreement
  draft: ApprovalDraft
  signatures: CheckedSignature[]
  userId: string
}

async function storeSigned(deps: Deps, tx: Transaction, stored: Stored): Promise<void> {
  const { id, escrowId, agreement, draft, signatures, userId } = stored
  const { description, hash, xdr } = draft
  await storeDescribed(deps, tx, { id, agreement, description, hash, xdr })
  await storeEach(tx, { exit: { id, escrowId, hash }, signatures, userId, now: deps.clock.now() })
}
