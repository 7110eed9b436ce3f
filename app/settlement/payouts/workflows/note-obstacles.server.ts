import { NETWORK_FACTS, type Network } from '#app/kernel/domain/assets.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import {
  arePayoutsStopped,
  type DueWaiting,
  noteFailed,
  noteWaiting,
} from '#app/settlement/payouts/db/due-payouts.server.ts'
import type { PayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import { dropUnusedSlots, type StoredPayout } from '#app/settlement/payouts/db/payouts.server.ts'
import { nextTryOf, waitAfterFailures } from '#app/settlement/payouts/domain/next-try.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { type RoundStep, roundWaitOf } from './rounds.ts'

type Troubled = RoundStep<{ payout: StoredPayout }, unknown>

/**
 * Stores what payouts that failed in a step wait for, and when they are retried (docs/decisions/140). A failure is the
 * payout's own, with a growing delay, when no port names the error, or the ledger or signer answered for others. A
 * failure common to all is not counted. Returns the ids, and whether there was such a common failure.
 */
export async function noteObstacles(
  deps: WorkerDeps,
  { lease, step }: { lease: PayoutLease; step: Troubled },
): Promise<{ noted: string[]; ofAll: boolean }> {
  if (step.troubles.length === 0) return { noted: [], ofAll: false }
  const { network } = lease
  const noted = step.troubles.map(({ item }) => item.payout.id)
  let ofAll = false
  await dropUnusedSlots(deps.db, noted)
  const wasRefused = await findRefusal(deps, network, step)
  const answers = await whoAnswers(deps, network, step)
  for (const { item, error } of step.troubles) {
    const { payout } = item
    const of = roundWaitOf(error)
    const waiting: DueWaiting = of.waitsFor === 'error' && wasRefused ? { waitsFor: wasRefused } : of
    if (waiting.waitsFor === 'error' || answers.includes(waiting.waitsFor)) {
      await noteOwn(deps, { lease, payout, waiting })
    } else {
      ofAll = true
      const at = deps.clock.now()
      await noteWaiting(deps.db, { payouts: [payout], ...waiting, at, nextTryAt: nextTryOf(waiting.waitsFor, at) })
    }
  }
  return { noted, ofAll }
}

async function noteOwn(
  deps: WorkerDeps,
  { lease, payout, waiting }: { lease: PayoutLease; payout: StoredPayout; waiting: DueWaiting },
): Promise<void> {
  const at = deps.clock.now()
  const failures = payout.failures + 1
  const nextTryAt = new Date(at.getTime() + waitAfterFailures(failures))
  await noteFailed(deps.db, { payout, waitsFor: waiting.waitsFor, failures, nextTryAt, lease, at })
}

/** The database refused to store signed bytes because payouts were stopped meanwhile: not the payout's fault. */
async function findRefusal(
  { db }: WorkerDeps,
  network: Network,
  { troubles }: Troubled,
): Promise<'stopped' | 'history' | null> {
  if (!troubles.some(({ error }) => roundWaitOf(error).waitsFor === 'error')) return null
  if (await arePayoutsStopped(db, network)) return 'stopped'
  return (await isHistoryDoubted(db, network)) ? 'history' : null
}

/** Who answered for others in this step; a ledger that answered for none is asked about our own account. */
async function whoAnswers(deps: WorkerDeps, network: Network, { results, troubles }: Troubled): Promise<string[]> {
  if (results.length > 0) return ['ledger', 'signer']
  const isSilent = troubles.some(({ error }) => roundWaitOf(error).waitsFor === 'ledger')
  return isSilent && (await knowsUs(deps, network)) ? ['ledger'] : []
}

async function knowsUs({ ledgers, treasuries }: WorkerDeps, network: Network): Promise<boolean> {
  try {
    await ledgers[network].spendable(treasuries[network].source, NETWORK_FACTS[network].native)
    return true
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    return false
  }
}
