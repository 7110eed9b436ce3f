/** The worker of the model of on-chain escrows: it runs a settlement, and dies in every way that a test can cause. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { StellarSponsor, XrplSponsor } from '#app/ledgers/onchain.ts'
import { followSettlement } from '#app/trade/onchain/workflows/follow-settlement.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { slotOf } from '#tests/support/onchain/onchain-trades.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { runOutLeases } from '#tests/support/world/rows.ts'
import type { World } from '#tests/support/world/world.ts'

export const TROUBLES = [
  'none',
  'killed before sending',
  'killed after sending',
  'three workers',
  'answer lost',
  'never arrived',
] as const
export type Trouble = (typeof TROUBLES)[number]

const FAULTS: Partial<Record<Trouble, 'drop_after' | 'drop_before'>> = {
  'answer lost': 'drop_after',
  'never arrived': 'drop_before',
}

type Of = { asset: Asset; escrowId: string }

/** Runs until something of the settlement is stored, and makes the fault strike then. Failures are retried. */
export async function workOnce(world: World, { asset, escrowId }: Of, trouble: Trouble): Promise<void> {
  const { faults } = world.harbour
  const kind = FAULTS[trouble]
  const [target, match] =
    asset === 'XRP' ? (['rippled', 'submit'] as const) : (['horizon', 'POST /transactions'] as const)
  // Making slots has faults and tests of its own.
  if (asset === 'XRP' && world.deps.keepers.xrpl) await slotOf(world.deps.keepers.xrpl)
  if (kind) faults.set({ target, kind, match })
  const deps = inTrouble(world.deps, { asset, trouble })
  const looks = trouble === 'three workers' ? 3 : 1
  try {
    for (const deadline = Date.now() + PATIENCE_MS; !(await isStored(world, escrowId)); await delay(20)) {
      if (Date.now() > deadline) throw new Error(`nothing of ${escrowId} is sent`)
      await Promise.allSettled(Array.from({ length: looks }, () => followSettlement(deps, { escrowId })))
      // A dead worker still has its lease.
      await runOutLeases(world.deps.db)
    }
  } finally {
    faults.clear()
  }
}

/** Works without faults until the ledger no longer holds the money. */
export async function workToTheEnd(world: World, escrowId: string): Promise<void> {
  const { db } = world.deps
  const isOver = async () => (await db.holdLock.count({ where: { escrowId, counts: true, end: null } })) === 0
  // A lost transaction is sent again after some seconds.
  const later = { ...world.deps, clock: { now: () => new Date(world.deps.clock.now().getTime() + 6_000) } }
  for (const deadline = Date.now() + PATIENCE_MS; !(await isOver()); await delay(20)) {
    if (Date.now() > deadline) throw new Error(`${escrowId} does not end`)
    await followSettlement(later, { escrowId })
  }
}

async function isStored({ deps }: World, escrowId: string): Promise<boolean> {
  return (await deps.db.transferAttempt.count({ where: { exit: { escrowId } } })) > 0
}

function inTrouble(deps: WorkerDeps, { asset, trouble }: { asset: Asset; trouble: Trouble }): WorkerDeps {
  if (trouble !== 'killed before sending' && trouble !== 'killed after sending') return deps
  const dying = <Keeper extends StellarSponsor | XrplSponsor>(keeper: Keeper): Keeper => ({
    ...keeper,
    submit: async (signed) => {
      if (trouble === 'killed after sending') await keeper.submit(signed)
      throw new Error('the worker was killed here')
    },
  })
  const { stellar, xrpl } = deps.keepers
  if (asset === 'XRP') return xrpl ? { ...deps, keepers: { ...deps.keepers, xrpl: dying(xrpl) } } : deps
  return stellar ? { ...deps, keepers: { ...deps.keepers, stellar: dying(stellar) } } : deps
}
