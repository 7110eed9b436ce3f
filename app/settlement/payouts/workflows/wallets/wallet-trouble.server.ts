import { inTransaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { lockSubject, movePayout, type StoredPayout, touchPayout } from '#app/settlement/payouts/db/payouts.server.ts'
import { OBSTACLE_REFUSALS } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { namesOf } from '../rounds.ts'
import { tellPayerOfTrouble, tellSides, writePayoutEvent } from '../tell-of-payout.server.ts'

/** Why the payee's wallet could not be paid now, as the code of a sentence; null when nothing is in the way. */
export async function findTrouble(deps: WorkerDeps, payout: StoredPayout): Promise<string | null> {
  const { network, asset, address, memo, amount } = payout
  const obstacle = await deps.ledgers[network].obstacleTo({ asset, address, memo, amount })
  return obstacle && OBSTACLE_REFUSALS[obstacle]
}

/** Looks at a blocked payout anew: it goes back to the queue, is blocked for another reason, or stays as it is. */
export async function recheckBlocked(deps: WorkerDeps, payout: StoredPayout): Promise<void> {
  // Touched first: should the look fail each time, the others get their turn.
  await touchPayout(deps.db, { id: payout.id, at: deps.clock.now() })
  const trouble = await findTrouble(deps, payout)
  if (trouble !== null) await blockPayout(deps, { payout, reason: trouble })
  else await unblock(deps, payout)
}

/** Stops until the obstacle is gone; tells both sides once for each obstacle. Where no escrow is behind it, the desk tells it, and the payer of a fee is told. */
export async function blockPayout(deps: WorkerDeps, blocked: { payout: StoredPayout; reason: string }): Promise<void> {
  const { payout, reason } = blocked
  if (payout.state === 'blocked' && payout.blockedReason === reason) return
  const isBlocked = await inTransaction(deps.db, async (tx) => {
    // Whoever gives a blocked payout another wallet holds it, too: the escrow or the case first, then the payout.
    await lockSubject(tx, payout.id)
    const now = deps.clock.now()
    const moved = await movePayout(tx, {
      id: payout.id,
      from: ['queued', 'blocked'],
      to: 'blocked',
      wallet: { address: payout.address, memo: payout.memo },
      blockedReason: reason,
    })
    if (!moved) return false
    await writePayoutEvent(tx, { payout, what: 'blocked', at: now, detail: { reason } })
    if (payout.escrowId === null) {
      await tellPayerOfTrouble(tx, { payout, reason, now })
      return true
    }
    await tellSides(tx, {
      payout,
      now,
      // The same trouble is told again with another wallet, and when it comes back after it was mended: once in an hour at most.
      event: `payout_blocked:${payout.id}:${reason}:${payout.address}:${payout.memo ?? ''}:${now.toISOString().slice(0, 13)}`,
      letterFor: (reader, txid) => ({
        letter: 'payout_blocked',
        reader,
        payee: payout.purpose === 'release' ? 'seller' : 'buyer',
        txid,
        reason,
        amount: plain(payout.amount),
        asset: payout.asset,
      }),
    })
    return true
  })
  if (isBlocked) deps.log.warn({ ...namesOf(payout), cause: reason }, 'payout blocked; who can mend it is told')
}

async function unblock(deps: WorkerDeps, payout: StoredPayout): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockSubject(tx, payout.id)
    const wallet = { address: payout.address, memo: payout.memo }
    const moved = await movePayout(tx, { id: payout.id, from: ['blocked'], to: 'queued', wallet, blockedReason: null })
    if (moved) await writePayoutEvent(tx, { payout, what: 'resumed', at: deps.clock.now() })
  })
}
