import { lockEscrow } from '#app/db/escrow/escrows.server.ts'
import { storeHoldAttempt } from '#app/db/held/attempts.server.ts'
import { findExit, moveExit, type StoredExit } from '#app/db/held/exits.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { arePayoutsStopped } from '#app/db/payouts/due-payouts.server.ts'
import type { PayoutLease } from '#app/db/payouts/payout-lease.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import type { StellarKeeper, XrplKeeper } from '#app/ledgers/held.ts'
import type { SignedPayout } from '#app/ledgers/ledger.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'
import { withPayoutLease } from '#app/workflows/payouts/with-payout-lease.server.ts'
import { LOOK_AGAIN_MS, later, RECHECK_MS } from './when.ts'

export type Signed = { signed: SignedPayout; purpose: 'wrap' | 'finish' | 'cancel'; laneKey: string }

type Sending = {
  exit: StoredExit
  network: Network
  keeper: Pick<StellarKeeper | XrplKeeper, 'submit'>
  /** Null: not now. */
  sign: (exit: StoredExit, lease: PayoutLease) => Promise<Signed | null>
}

/**
 * Signs for Quayside what is ready, as the one process that may sign on this ledger, stores it, and only then sends it. Payouts that
 * are stopped stop this as well. Answers with when to look again.
 */
export async function sendExit(deps: WorkerDeps, { exit: seen, network, keeper, sign }: Sending): Promise<Date> {
  if (await arePayoutsStopped(deps.db, network)) return later(deps, RECHECK_MS)
  await withPayoutLease(deps, network, async (lease) => {
    const exit = await findExit(deps.db, seen.escrowId)
    // Another worker was first.
    if (exit?.id !== seen.id || exit.state !== 'ready' || exit.live) return
    const made = await sign(exit, lease)
    if (made === null) return
    await store(deps, { exit, lease, made })
    const { note } = await keeper.submit(made.signed)
    const facts = { escrow: exit.escrowId, exit: exit.id, hash: made.signed.hash, note }
    deps.log.info(facts, `a ${exit.kind} of a held escrow was sent`)
  })
  return later(deps, LOOK_AGAIN_MS)
}

async function store(
  deps: WorkerDeps,
  { exit, lease, made }: { exit: StoredExit; lease: PayoutLease; made: Signed },
): Promise<void> {
  const { signed, purpose, laneKey } = made
  await inTransaction(deps.db, async (tx) => {
    // The escrow first, then the way out, as everybody who moves one does.
    await lockEscrow(tx, exit.escrowId)
    const now = deps.clock.now()
    const of = { purpose, exitId: exit.id, signed, laneKey, leaseEpoch: lease.epoch }
    await storeHoldAttempt(tx, { id: deps.newId(), ...of, now })
    if (!(await moveExit(tx, { id: exit.id, from: ['ready'], to: 'sent' }))) throw new Error(`${exit.id} is not ready`)
    const detail = { exitId: exit.id, purpose, hash: signed.hash }
    await writeEvent(tx, { kind: 'hold_signed', at: now, escrowId: exit.escrowId, detail })
  })
}
