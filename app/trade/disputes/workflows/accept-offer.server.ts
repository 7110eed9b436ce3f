import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import { payOwedBack } from '#app/settlement/payouts/workflows/pay-buyer-back.server.ts'
import { endDispute } from '#app/trade/disputes/db/disputes.server.ts'
import { type AgreedDivision, agreeToDivision } from '#app/trade/divisions/workflows/answer-division.server.ts'
import { payShares } from '#app/trade/divisions/workflows/pay-shares.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * A side accepts the other side's offer: this settles the dispute, and each side is paid its share at once
 * (decision 134). Refusals: those of agreeToDivision.
 */
export function acceptOffer(deps: Deps, accepted: AgreedDivision): Promise<StoredEscrow | Refusal> {
  return agreeToDivision(deps, { ...accepted, kind: 'offer' }, async (tx, { escrow, division, userId: by, now }) => {
    const { id: escrowId } = escrow
    const { shares } = division
    const settled = await endDispute(tx, { escrowId, decision: 'settled', by, at: now, shares, note: '' })
    if (!settled) throw new Error(`the dispute of escrow ${escrowId} was ended under its lock`)
    await payShares(tx, { escrow: await lockEscrow(tx, escrowId), shares, by, now })
    const after = await lockEscrow(tx, escrowId)
    if (after.refundAddress !== null) await payOwedBack(tx, { escrow: after, now })
    await scheduleDeadline(tx, { escrowId, now })
  })
}
