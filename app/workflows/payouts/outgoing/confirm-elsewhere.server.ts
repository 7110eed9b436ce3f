import { closeAttempt } from '#app/db/custody/transfer-attempts.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import type { StoredOutgoing } from '#app/db/payouts/outgoing.server.ts'
import type { StoredPayout } from '#app/db/payouts/payouts.server.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import { confirmPayout } from '#app/workflows/payouts/confirm-payout.server.ts'

/**
 * Confirms a payout by a transaction that an operator has said to have paid it, as if it were our own envelope. An envelope
 * of ours that wants the same number can never be included any more, and is closed. The database lets nothing through that
 * did not pay this very payout.
 */
export async function confirmElsewhere(
  tx: Transaction,
  paid: { payout: StoredPayout; by: StoredOutgoing; operatorId: string; at: Date },
): Promise<void> {
  const { payout, by, operatorId, at } = paid
  if (payout.live)
    await closeAttempt(tx, { id: payout.live.id, outcome: { kind: 'expired', code: 'number_taken' }, at })
  // Of ours are the account itself and the channels that sign for it; a stranger may have raised the fee.
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
