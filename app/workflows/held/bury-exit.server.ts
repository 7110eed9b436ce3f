import { findRecord } from '#app/db/custody/exits.server.ts'
import { closeAttempt } from '#app/db/custody/transfer-attempts.server.ts'
import { lockEscrow } from '#app/db/escrow/escrows.server.ts'
import { moveExit, type StoredExit } from '#app/db/held/exits.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { rightOf } from '#app/domain/custody/exit.ts'
import { mayFollow } from '#app/domain/held/exit-fate.ts'
import type { PayoutOutcome } from '#app/ledgers/ledger.ts'
import { settleOnLedger } from '#app/workflows/custody/settle-on-ledger.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

/** Of an envelope that can never pay. */
type Spent = Extract<PayoutOutcome, { kind: 'failed' | 'expired' }>

/**
 * A way out can take nothing out any more: it is dead, its envelope closed. Another one takes its place at once, signed anew, while
 * the record gives the right to it and the date lets it begin.
 */
export async function buryExit(
  deps: Deps,
  { exit, why, spent = null }: { exit: StoredExit; why: string; spent?: Spent | null },
): Promise<void> {
  const { id, escrowId, live, kind } = exit
  const isDead = await inTransaction(deps.db, async (tx) => {
    await lockEscrow(tx, escrowId)
    const now = deps.clock.now()
    if (live) {
      const about = spent?.kind === 'failed' ? { code: spent.code, feePaid: spent.feePaid } : {}
      const state = spent?.kind ?? 'expired'
      if (!(await closeAttempt(tx, { id: live.id, state, ...about, at: now }))) return false
    }
    const from = ['collecting', 'ready', 'sent'] as const
    if (!(await moveExit(tx, { id, from, to: 'dead', deadReason: why }))) return false
    const right = mayFollow(why) && kind !== 'expiry' ? rightOf(await findRecord(tx, escrowId)) : null
    if (right) await settleOnLedger(tx, { escrow: await lockEscrow(tx, escrowId), shares: right, now, isAgain: true })
    return true
  })
  if (isDead) deps.log.warn({ escrow: escrowId, exit: id, cause: why }, 'a way out of a held escrow is dead')
}
