import { closeAttempt } from '#app/db/custody/transfer-attempts.server.ts'
import { lockEscrow } from '#app/db/escrow/escrows.server.ts'
import { moveExit, type StoredExit } from '#app/db/held/exits.server.ts'
import type { StoredAgreement } from '#app/db/held/holds.server.ts'
import type { StoredLock } from '#app/db/held/locks.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import type { StellarKeeper, XrplKeeper } from '#app/ledgers/held.ts'
import type { PayoutOutcome, SignedPayout } from '#app/ledgers/ledger.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'
import { buryExit } from './bury-exit.server.ts'
import { submitOnXrpl } from './send-exit.server.ts'
import { LOOK_AGAIN_MS, later, RECHECK_MS } from './when.ts'

/** What one step of a way out goes by. */
export type Step = { exit: StoredExit; agreement: StoredAgreement; lock: StoredLock }

/** What is not on the ledger by then is sent again; later at a higher fee. */
const SEND_AGAIN_MS = 5_000
const URGENT_MS = 30_000

/** An envelope of a way out is on its way, and the ledger holds the money still. */
export async function moveLive(
  deps: WorkerDeps,
  { keeper, outcome, ...step }: Step & { keeper: StellarKeeper | XrplKeeper; outcome: PayoutOutcome },
): Promise<Date | null> {
  const { exit } = step
  const { live } = exit
  if (live === null) throw new Error(`nothing of way out ${exit.id} is on its way`)
  // Settled: the end of what was locked is told by the next question.
  if (outcome.kind === 'settled') return later(deps, LOOK_AGAIN_MS)
  if (outcome.kind === 'pending') {
    const age = deps.clock.now().getTime() - live.createdAt.getTime()
    if (age >= SEND_AGAIN_MS) await sendAgain({ ...step, keeper, live, isUrgent: age >= URGENT_MS })
    return later(deps, LOOK_AGAIN_MS)
  }
  const facts = { escrow: exit.escrowId, exit: exit.id, hash: live.hash }
  const code = outcome.kind === 'failed' ? outcome.code : null
  deps.log.error({ ...facts, cause: code ?? 'expired' }, 'what a way out of a held escrow needs was not taken')
  // The account's number is used up with it: the two sign another one.
  if (live.network === 'stellar') {
    await buryExit(deps, { exit, why: code ?? 'sequence_used', spent: outcome })
    return later(deps, 0)
  }
  await inTransaction(deps.db, async (tx) => {
    await lockEscrow(tx, exit.escrowId)
    const why = outcome.kind === 'failed' ? { code: outcome.code, feePaid: outcome.feePaid } : {}
    if (!(await closeAttempt(tx, { id: live.id, state: outcome.kind, ...why, at: deps.clock.now() }))) return
    await moveExit(tx, { id: exit.id, from: ['sent'], to: 'ready' })
  })
  return later(deps, code === null ? 0 : RECHECK_MS)
}

type Again = Step & { keeper: StellarKeeper | XrplKeeper; live: SignedPayout; isUrgent: boolean }

async function sendAgain({ keeper, live, isUrgent, ...step }: Again): Promise<void> {
  if (keeper.network === 'xrpl') await submitOnXrpl(keeper, { ...step, signed: live })
  else await keeper.submit(live, { isUrgent })
}
