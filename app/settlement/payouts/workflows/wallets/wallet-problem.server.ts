import { inTransaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { lockSubject, movePayout, type StoredPayout, touchPayout } from '#app/settlement/payouts/db/payouts.server.ts'
import { OBSTACLE_REFUSALS } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { notifyPayerOfProblem, notifySides, writePayoutEvent } from '../notify-of-payout.server.ts'
import { slotNamesOf } from '../rounds.ts'

/** Why the payee's wallet cannot be paid now, as a sentence's code. Null: it can. */
export async function findWalletProblem(deps: WorkerDeps, payout: StoredPayout): Promise<string | null> {
  const { network, asset, address, memo, amount } = payout
  const obstacle = await deps.ledgers[network].obstacleTo({ asset, address, memo, amount })
  return obstacle && OBSTACLE_REFUSALS[obstacle]
}

/** Checks a blocked payout again: it goes back to the queue, gets another reason, or stays as it is. */
export async function recheckBlocked(deps: WorkerDeps, payout: StoredPayout): Promise<void> {
  // Touched first: if the check fails each time, the others still get their turn.
  await touchPayout(deps.db, { id: payout.id, at: deps.clock.now() })
  const trouble = await findWalletProblem(deps, payout)
  if (trouble !== null) await blockPayout(deps, { payout, reason: trouble })
  else await unblock(deps, payout)
}

/** Blocks a payout until the obstacle is gone; notifies both sides, or a fee's payer, once for each obstacle. */
export async function blockPayout(deps: WorkerDeps, blocked: { payout: StoredPayout; reason: string }): Promise<void> {
  const { payout, reason } = blocked
  if (payout.state === 'blocked' && payout.blockedReason === reason) return
  const isBlocked = await inTransaction(deps.db, async (tx) => {
    // Whoever gives a blocked payout another wallet locks in this order too: its subject, then the payout.
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
      await notifyPayerOfProblem(tx, { payout, reason, now })
      return true
    }
    await notifySides(tx, {
      payout,
      now,
      // Sent again for another wallet, and when the trouble returns after a fix, at most once an hour.
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
  if (isBlocked) deps.log.warn({ ...slotNamesOf(payout), cause: reason }, 'payout blocked')
}

async function unblock(deps: WorkerDeps, payout: StoredPayout): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockSubject(tx, payout.id)
    const wallet = { address: payout.address, memo: payout.memo }
    const moved = await movePayout(tx, { id: payout.id, from: ['blocked'], to: 'queued', wallet, blockedReason: null })
    if (moved) await writePayoutEvent(tx, { payout, what: 'resumed', at: deps.clock.now() })
  })
}
