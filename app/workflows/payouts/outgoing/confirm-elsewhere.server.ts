import { writeEvent } from '#app/db/kernel/audit.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import type { StoredOutgoing } from '#app/db/payouts/outgoing.server.ts'
import { closeAttempt, markReleased, movePayout, type StoredPayout } from '#app/db/payouts/payouts.server.ts'
import { Decimal, plain } from '#app/domain/kernel/money.ts'
import { PAYOUT_EVENTS, tellBoth } from '#app/workflows/payouts/tell-of-payout.server.ts'

/**
 * Confirms a payout by a transaction that an operator has said to have paid it, as if it were our own envelope: the facts
 * of the escrow, its history and the letters to both sides. An envelope of ours that wants the same number can never be
 * included any more, and is closed. The database lets nothing through that did not pay this very payout.
 */
export async function confirmElsewhere(
  tx: Transaction,
  paid: { payout: StoredPayout; by: StoredOutgoing; operatorId: string; at: Date },
): Promise<void> {
  const { payout, by, operatorId, at } = paid
  if (payout.live) await closeAttempt(tx, { id: payout.live.id, state: 'expired', code: 'number_taken', at })
  // Of ours are the account itself and the channels that sign for it; a stranger may have raised the fee.
  const isOwnFee = [by.account, by.source].includes(by.facts.feeAccount)
  const feePaid = new Decimal(isOwnFee ? by.facts.feePaid : 0)
  const moved = await movePayout(tx, {
    id: payout.id,
    from: ['queued', 'blocked', 'signed', 'submitted'],
    to: 'confirmed',
    blockedReason: null,
    waitsFor: null,
    settledHash: by.hash,
    settledAt: by.closedAt,
    feePaid,
  })
  if (!moved) throw new Error(`payout ${payout.id} has moved on`)
  if (payout.purpose === 'release') await markReleased(tx, { escrowId: payout.escrowId, at: by.closedAt })
  const amount = plain(payout.amount)
  const { asset, purpose } = payout
  await writeEvent(tx, {
    kind: PAYOUT_EVENTS[purpose].settled,
    at,
    escrowId: payout.escrowId,
    userId: operatorId,
    detail: { hash: by.hash, amount, asset, address: by.facts.payments[0]?.to ?? payout.address },
  })
  await tellBoth(tx, {
    payout,
    event: `${purpose === 'release' ? 'funds_released' : 'funds_refunded'}:${payout.id}`,
    letterFor(reader, txid) {
      const about = { reader, txid, amount, asset, hash: by.hash }
      if (purpose === 'release') return { letter: 'funds_released', ...about }
      return { letter: 'funds_refunded', ...about, purpose }
    },
  })
}
