import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { custodyFactsOf } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { createSettlement } from '#app/settlement/custody/db/transfers.server.ts'
import { hasLapsed } from '#app/settlement/custody/domain/date.ts'
import { SETTLEMENT_OPEN } from '#app/settlement/custody/domain/settlement.ts'
import { findSettlement, moveSettlement } from '#app/trade/onchain/db/settlements.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * The buyer claims from Stellar after the ledger date. The buyer's signature alone is enough, also without Quayside;
 * what is to be signed is written next, as for every settlement. One that was not included in time is marked dead.
 * Refusals: escrow_not_found (also for everybody but its buyer), exit_not_open (the date has not come, the ledger holds
 * nothing, a release is on its way still, or the XRP Ledger gives it back by itself).
 */
export async function claimBack(
  deps: Deps,
  ask: { escrowId: string; userId: string },
): Promise<StoredEscrow | Refusal> {
  const seen = await findPermitted(deps.db, ask, 'takeBack')
  if (!seen?.escrow.held) return refuse('escrow_not_found')
  return inTransaction(deps.db, async (tx) => {
    const escrow = await lockEscrow(tx, ask.escrowId)
    const now = deps.clock.now()
    const { id: escrowId, currency: asset, amount, held } = escrow
    const deadline = (held?.deadline.getTime() ?? 0) / 1000
    if (
      !held?.lock ||
      held.lock.end !== null ||
      custodyFactsOf(asset).settledBy === 'secret' ||
      !hasLapsed({ asset, deadline }, now)
    ) {
      return refuse('exit_not_open')
    }
    const exit = await findSettlement(tx, escrowId)
    // Idempotent: the same form was sent twice.
    if (exit?.kind === 'expiry') return escrow
    if (exit?.live) return refuse('exit_not_open')
    if (exit) await moveSettlement(tx, { id: exit.id, from: SETTLEMENT_OPEN, to: 'dead', deadReason: 'too_late' })
    const shares = { seller: new Decimal(0), buyer: amount }
    await createSettlement(tx, { escrowId, lockId: held.lock.id, asset, kind: 'expiry', shares, at: now })
    const detail = { amount: plain(amount), currency: asset }
    await writeEvent(tx, { kind: 'refund_queued', at: now, escrowId, userId: ask.userId, detail })
    await enqueue(tx, { name: 'follow_exit', payload: { escrowId } })
    return lockEscrow(tx, escrowId)
  })
}
