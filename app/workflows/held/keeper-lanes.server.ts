import {
  closeAttempt,
  findLiveWithoutLane,
  MAKING_LANES,
  storeAttempt,
} from '#app/db/custody/transfer-attempts.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import type { PayoutLease } from '#app/db/payouts/payout-lease.server.ts'
import { causeOf } from '#app/domain/kernel/cause.ts'
import type { StellarKeeper, XrplKeeper } from '#app/ledgers/held.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'

type Keeper = StellarKeeper | XrplKeeper

/**
 * Lanes of a keeper, stored, then sent, as those of the paying accounts are. What they cost is the keeper's own: its account holds no
 * client money and stands in no books. Throws LedgerUnavailable, TreasuryWaits, and a unique-constraint error beside others on their way.
 */
export async function makeKeeperLanes(
  deps: WorkerDeps,
  { keeper, lease, count, isUrgent = false }: { keeper: Keeper; lease: PayoutLease; count: number; isUrgent?: boolean },
): Promise<void> {
  const made = await keeper.makeLanes(count, { isUrgent })
  // All that there may be are in use: they come free.
  if (made === null) return
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const of = { purpose: MAKING_LANES[lease.network], funds: {} }
    await storeAttempt(tx, { ...of, signed: made, leaseEpoch: lease.epoch, now })
    const detail = { network: lease.network, hash: made.hash, source: keeper.source }
    await writeEvent(tx, { kind: 'treasury_signed', at: now, detail })
  })
  const { note } = await keeper.submit(made)
  deps.log.info({ network: lease.network, hash: made.hash, count, note }, 'more lanes of the keeper are being made')
}

/** Asks what became of the making of lanes that is on its way; sends it again while the answer is open, if it may. */
export async function followKeeperLanes(
  deps: WorkerDeps,
  { keeper, maySend }: { keeper: Keeper; maySend: boolean },
): Promise<'none' | 'live' | 'trouble'> {
  const { network, source } = keeper
  const live = await findLiveWithoutLane(deps.db, { network, source })
  if (live === null) return 'none'
  try {
    const outcome = await keeper.outcomeOf(live)
    if (outcome.kind === 'pending') {
      if (maySend) await keeper.submit(live)
      return 'live'
    }
    const code = outcome.kind === 'failed' ? outcome.code : undefined
    await closeAttempt(deps.db, { id: live.id, state: outcome.kind, code, at: deps.clock.now() })
    return 'none'
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    const facts = { network, hash: live.hash, cause: causeOf(error) }
    deps.log.warn(facts, 'the making of lanes of the keeper waits for its ledger')
    return 'trouble'
  }
}
