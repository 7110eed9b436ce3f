import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeNote } from '#app/kernel/db/admin-notes.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { refuse } from '#app/kernel/domain/refusal.ts'
import { endPause, isPayoutPaused, storePause } from '#app/settlement/payouts/db/paused-payouts.server.ts'
import { findPayout, lockPayout, type StoredPayout } from '#app/settlement/payouts/db/payouts.server.ts'
import { retryPayout } from '#app/settlement/payouts/workflows/operator/retry-payout.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { ActionAsked, ActionDone } from './action.ts'

/** Pauses it until somebody resumes it. Refusal: payout_is_signed (it may be on the ledger already, or paid). */
export async function pausePayout(deps: Deps, asked: ActionAsked): Promise<ActionDone> {
  return inTransaction(deps.db, async (tx) => {
    await lockPayout(tx, asked.subjectId)
    if (await isPayoutPaused(tx, asked.subjectId)) return 'already'
    const at = deps.clock.now()
    if (!(await storePause(tx, { id: asked.subjectId, at }))) return refuse('payout_is_signed')
    await keep(deps, tx, { asked, kind: 'hold_payout', event: 'payout_held', at })
    return 'done'
  })
}

/** It waits for its turn again. */
export async function letPayoutGo(deps: Deps, asked: ActionAsked): Promise<ActionDone> {
  return inTransaction(deps.db, async (tx) => {
    await lockPayout(tx, asked.subjectId)
    if (!(await endPause(tx, asked.subjectId))) return 'already'
    const { network } = await keep(deps, tx, {
      asked,
      kind: 'let_go',
      event: 'payout_let_go',
      at: deps.clock.now(),
    })
    await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
    return 'done'
  })
}

/** Refusal: payout_not_failed. */
export async function retryFailedPayout(deps: Deps, asked: ActionAsked): Promise<ActionDone> {
  const { subjectId: payoutId, operatorId, reason } = asked
  const sent = await retryPayout(deps, { payoutId, operatorId, reason })
  return 'payoutId' in sent ? 'done' : sent
}

type Kept = {
  asked: ActionAsked
  kind: 'hold_payout' | 'let_go'
  event: 'payout_held' | 'payout_let_go'
  at: Date
}

async function keep(deps: Deps, tx: Transaction, { asked, kind, event, at }: Kept): Promise<StoredPayout> {
  const { subjectId: payoutId, operatorId, reason } = asked
  const payout = await findPayout(tx, payoutId)
  if (!payout) throw new Error(`payout ${payoutId} is gone`)
  const { escrowId } = payout
  const ofEscrow = escrowId === null ? {} : { escrowId }
  await writeNote(tx, {
    id: deps.newId(),
    kind,
    about: { payoutId, ...ofEscrow },
    text: reason,
    byId: operatorId,
    at,
  })
  await writeEvent(tx, { kind: event, at, ...ofEscrow, userId: operatorId, detail: { payoutId, reason } })
  return payout
}
