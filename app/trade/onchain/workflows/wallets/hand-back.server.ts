import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { sendSignedDeposit } from '../agreeing/offer-deposit.server.ts'
import { isApproval, signApproval } from '../approving/sign-approval.server.ts'
import { isReturn, takeReturn } from '../returning/sign-return.server.ts'
import { isClosing, takeClosing } from '../settled/sign-closing.server.ts'
import { sendTakeByWallet } from '../settled/take-share.server.ts'
import { signSettlementByWallet } from '../sign-settlement.server.ts'

/**
 * A wallet submits by itself what it has signed, without a session. A deposit and the taking of a share are sent to the
 * ledger; for a settlement, closing, early return or approval the signature is stored. Idempotent. Refusals: those of
 * sendSignedDeposit, signApproval, takeReturn and signSettlement.
 */
export async function handBack(
  deps: Deps,
  back: { escrowId: string; xdr: string },
): Promise<'send_lock' | 'sign_exit' | 'take_share' | Refusal> {
  const { escrowId, xdr } = back
  const escrow = await findEscrow(deps.db, escrowId)
  if (!escrow?.held) return refuse('escrow_not_found')
  if (await isReturn(deps, { escrowId, xdr })) {
    const signed = await takeReturn(deps, { escrowId, xdr })
    return isRefusal(signed) ? signed : 'sign_exit'
  }
  if (escrow.verifiedAt === null) {
    const sent = await sendSignedDeposit(deps, { escrowId, buyerId: escrow.buyerId, xdr })
    return sent ?? 'send_lock'
  }
  if (await isApproval(deps, { escrowId, xdr })) {
    const approved = await signApproval(deps, { escrowId, xdr })
    return isRefusal(approved) ? approved : 'sign_exit'
  }
  if (await isClosing(deps, { escrowId, xdr })) {
    const signed = await takeClosing(deps, { escrowId, xdr })
    return isRefusal(signed) ? signed : 'sign_exit'
  }
  if (escrow.held.lock?.end) {
    const sent = await sendTakeByWallet(deps, { escrowId, xdr })
    return sent ?? 'take_share'
  }
  const signed = await signSettlementByWallet(deps, { escrowId, xdr })
  return isRefusal(signed) ? signed : 'sign_exit'
}
