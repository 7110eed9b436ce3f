/** The worker of the model test: it runs each payout once, and dies or is deceived in every way a test can cause. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { LedgerUnavailable, type Treasury } from '#app/ledgers/ledger.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import type { FaultKind } from '#harbour/faults.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { runOutLeases } from '#tests/support/world/rows.ts'
import type { World } from '#tests/support/world/world.ts'

export const TROUBLES = [
  'none',
  'killed before sending',
  'killed after sending',
  'three workers',
  'three workers that lose their lease',
  'answer lost',
  'never arrived',
  'silent ledger',
  'included as failed',
  'lost on the way',
] as const
export type Trouble = (typeof TROUBLES)[number]

const FAULTS: Partial<Record<Trouble, FaultKind>> = {
  'answer lost': 'drop_after',
  'never arrived': 'drop_before',
  'included as failed': 'provisional_failure',
  'lost on the way': 'never_include',
}

/** Runs every unfinished payout once. A failure is retried, like a job. */
export async function workOnce(
  world: World,
  of: { asset: Asset; escrowIds: string[]; trouble: Trouble },
): Promise<void> {
  const { asset, escrowIds, trouble } = of
  const target = asset === 'XRP' ? ('rippled' as const) : ('horizon' as const)
  const submission = asset === 'XRP' ? 'submit' : 'POST /transactions'
  const kind = FAULTS[trouble]
  if (kind) world.harbour.faults.set({ target, kind, match: submission, times: 1 })
  const deps = inTrouble(world.deps, { asset, trouble })
  const looks = trouble.startsWith('three') ? 3 : 1
  for (const payoutId of await openPayouts(world, escrowIds)) {
    await Promise.allSettled(Array.from({ length: looks }, () => runRound(deps, { payoutId })))
  }
  world.harbour.faults.clear()
}

/** Works without faults until everything is paid; throws after a time limit. */
export async function workToTheEnd(world: World, of: { asset: Asset; escrowIds: string[] }): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const open = await openPayouts(world, of.escrowIds)
    if (open.length === 0) return
    for (const payoutId of open) await runRound(world.deps, { payoutId })
    if (Date.now() > deadline) throw new Error(`payouts ${open.join(', ')} are not paid`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function openPayouts({ deps }: World, escrowIds: string[]): Promise<string[]> {
  const rows = await deps.db.transfer.findMany({
    where: { escrowId: { in: escrowIds }, state: { not: 'confirmed' } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

function inTrouble(deps: WorkerDeps, { asset, trouble }: { asset: Asset; trouble: Trouble }): WorkerDeps {
  const network = networkOf(asset)
  const treasury = deps.treasuries[network]
  if (trouble === 'killed before sending' || trouble === 'killed after sending') {
    const submit: Treasury['submit'] = async (signed) => {
      if (trouble === 'killed after sending') await treasury.submit(signed)
      throw new Error('the worker was killed here')
    }
    return { ...deps, treasuries: { ...deps.treasuries, [network]: { ...treasury, submit } } }
  }
  if (trouble === 'silent ledger') {
    const outcomeOf: Treasury['outcomeOf'] = async () => {
      throw new LedgerUnavailable(network, 'no answer about an envelope')
    }
    return { ...deps, treasuries: { ...deps.treasuries, [network]: { ...treasury, outcomeOf } } }
  }
  if (trouble === 'three workers that lose their lease') {
    const sign: Treasury['sign'] = async (order) => {
      await runOutLeases(deps.db)
      return treasury.sign(order)
    }
    const outcomeOf: Treasury['outcomeOf'] = async (signed) => {
      await runOutLeases(deps.db)
      return treasury.outcomeOf(signed)
    }
    return { ...deps, treasuries: { ...deps.treasuries, [network]: { ...treasury, sign, outcomeOf } } }
  }
  return deps
}
