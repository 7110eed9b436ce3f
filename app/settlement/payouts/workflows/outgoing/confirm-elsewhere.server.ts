import type { Transaction } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { closeAttempt } from '#app/settlement/custody/db/transfer-attempts.server.ts'
import type { StoredOutgoing } from '#app/settlement/payouts/db/outgoing.server.ts'
import type { StoredPayout } from '#app/settlement/payouts/db/payouts.server.ts'
import { confirmPayout } from '#app/settlement/payouts/workflows/confirm-payout.server.ts'

/**
 * Confirms a payout by a transaction that paid it, as an operator says. Our own envelope with the same number can never
 * be included any more, and is closed. The database refuses a transaction that did not pay this payout.
 */
export async function confirmElsewhere(
  tx: Transaction,
  paid: { payout: StoredPayout; by: StoredOutgoing; operatorId: string; at: Date },
): Promise<void> {
  const { payout, by, operatorId, at } = paid
  if (payout.live)
    await closeAttempt(tx, { id: payout.live.id, outcome: { kind: 'expired', code: 'number_taken' }, at })
  // The account and its channels are ours; anybody may have raised the fee.
  const isOwnFee = [by.account, by.source].includes(by.facts.feeAccount)
  await confirmPayout(tx, {
    payout,
    from: ['queued', 'blocked', 'signed', 'submitted'],
    by: {
      hash: by.hash,
      closedAt: by.closedAt,
      feePaid: new Decimal(isOwnFee ? by.facts.feePaid : 0),
      address: by.facts.payments[0]?.to ?? payout.address,
    },
    at,
    operatorId,
  })
}
