import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { custodyFactsOf } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type Refusal, type RefusalCode, refuse } from '#app/kernel/domain/refusal.ts'
import { queueToBoth } from '#app/notices/workflows/queue-email.server.ts'
import { createSettlement } from '#app/settlement/custody/db/transfers.server.ts'
import {
  type SettlementObstacle,
  type SettlementShares,
  settlementKindOf,
  settlementObstacle,
} from '#app/settlement/custody/domain/settlement.ts'

type OnchainEscrowTerms = Pick<StoredEscrow, 'currency' | 'held'>

const REFUSALS: Record<SettlementObstacle, RefusalCode> = {
  date_near: 'exit_date_near',
  not_divided: 'exit_not_divided',
}

/** Null: these shares can be settled now. Refusals: escrow_settled, exit_date_near, exit_not_divided. */
export function obstacleOnLedger(
  { currency: asset, held }: OnchainEscrowTerms,
  shares: SettlementShares,
  now: Date,
): Refusal | null {
  if (!held) throw new Error('the ledger holds nothing of it')
  if (held.lock && held.lock.end !== null) return refuse('escrow_settled')
  const obstacle = settlementObstacle({ asset, deadline: held.deadline.getTime() / 1000, shares }, now)
  return obstacle && refuse(REFUSALS[obstacle])
}

/** Stores the signature that came with the right, in the transaction that begins the settlement. */
export type StoreSigned = (tx: Transaction, begun: { id: string }) => Promise<void>

type Begun = {
  escrow: StoredEscrow
  shares: SettlementShares
  now: Date
  isAgain?: boolean
  storeSigned?: StoreSigned | undefined
}

/**
 * Begins the on-chain settlement of these shares, the only entry point for it. Call it with the current escrow, its row
 * locked. Begins nothing when the date is too near or the ledger holds nothing any more: the record stays and the date
 * decides. The database refuses what the record gives no right to, and a duplicate. `isAgain`: replaces a failed one
 * and writes no event again. `storeSigned` left out: the sides are asked to sign.
 */
export async function settleOnLedger(
  tx: Transaction,
  { escrow, shares, now, isAgain = false, storeSigned }: Begun,
): Promise<void> {
  const { id: escrowId, currency: asset, held } = escrow
  if (!held) throw new Error(`escrow ${escrow.transactionId} is held by Quayside`)
  const kind = settlementKindOf({ asset, shares })
  if (kind === null || held.lock === null || held.lock.end !== null || obstacleOnLedger(escrow, shares, now)) return
  const needsSignatures = custodyFactsOf(asset).settledBy === 'signatures'
  const { id: exitId } = await createSettlement(tx, { escrowId, lockId: held.lock.id, asset, kind, shares, at: now })
  await enqueue(tx, { name: 'follow_exit', payload: { escrowId } })
  if (storeSigned) {
    await storeSigned(tx, { id: exitId })
  } else if (needsSignatures) {
    // One signature is enough, so both sides are asked.
    const content = {
      letter: 'hold_sign',
      kind,
      txid: escrow.transactionId,
      amount: plain(escrow.amount),
      asset,
    } as const
    // Replacing a failed settlement asks at most once a day.
    const event = `hold_sign:${isAgain ? `${escrowId}:${now.toISOString().slice(0, 10)}` : exitId}`
    await queueToBoth(tx, { event, escrow, now, contentFor: () => content })
  }
  if (isAgain) return
  if (shares.seller.gt(0)) await writeEvent(tx, { kind: 'release_queued', at: now, escrowId })
  if (shares.buyer.gt(0)) {
    const detail = { amount: plain(shares.buyer), currency: asset }
    await writeEvent(tx, { kind: 'refund_queued', at: now, escrowId, detail })
  }
}
