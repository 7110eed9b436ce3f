import type { Transaction } from '#app/kernel/db/client.server.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'
import { markReleased, movePayout, type StoredPayout } from '#app/settlement/payouts/db/payouts.server.ts'
import { notifyPayer, notifyReseller, notifySides, writePayoutEvent } from './notify-of-payout.server.ts'

/** The transaction that paid a payout. */
export type PaidBy = { hash: string; closedAt: Date; feePaid: Decimal; address: string }

/**
 * Confirms a payout by the transaction that paid it, with the escrow's facts, its history and the emails to both sides.
 * An unmatched payment's payer, or the reseller of earnings, gets an email; a trigger marks earnings as paid. All or
 * nothing: throws when the payout is in no state from which it may be confirmed.
 */
export async function confirmPayout(
  tx: Transaction,
  confirmed: { payout: StoredPayout; from: readonly PayoutState[]; by: PaidBy; at: Date; operatorId?: string },
): Promise<void> {
  const { payout, from, by, at, operatorId } = confirmed
  const { purpose, asset, escrowId, caseId, resellerPayoutId } = payout
  const { hash, closedAt, feePaid, address } = by
  const facts = { settledHash: hash, settledAt: closedAt, feePaid, blockedReason: null }
  const moved = await movePayout(tx, { id: payout.id, from, to: 'confirmed', ...facts })
  if (!moved) throw new Error(`payout ${payout.id} is paid by ${hash} but was not ${from.join(' or ')}`)
  if (purpose === 'release' && escrowId !== null) await markReleased(tx, { escrowId, at: closedAt })
  const amount = plain(payout.amount)
  const detail = { hash, amount, asset, address }
  await writePayoutEvent(tx, { payout, what: 'settled', at, userId: operatorId, detail })
  if (purpose === 'commission') {
    if (resellerPayoutId !== null) await notifyReseller(tx, { payout: { ...payout, resellerPayoutId }, hash })
    return
  }
  if (purpose === 'payback') {
    // If a transaction from before a database restore paid it, the money went to that transaction's wallet.
    const wallet = address === payout.address ? {} : { address, memo: null }
    if (caseId !== null) await notifyPayer(tx, { payout: { ...payout, ...wallet, caseId }, hash })
    return
  }
  await notifySides(tx, {
    payout,
    now: at,
    event: `${purpose === 'release' ? 'funds_released' : 'funds_refunded'}:${payout.id}`,
    letterFor(reader, txid) {
      const about = { reader, txid, amount, asset, hash }
      if (purpose === 'release') return { letter: 'funds_released', ...about }
      return { letter: 'funds_refunded', ...about, purpose }
    },
  })
}
