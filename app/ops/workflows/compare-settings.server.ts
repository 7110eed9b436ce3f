/** Logs what one process learns of the others' settings: which differ, and where a stricter limit of another holds. */

import { Decimal } from '#app/kernel/domain/money.ts'
import { findRunningProcesses } from '#app/ops/db/processes.server.ts'
import { differingSettings } from '#app/ops/domain/settings-compare.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Limits = Record<string, string | null>

/** Call it after each record of the own process: it logs only changes. */
export function openSettingsComparison({ db, log }: Pick<Deps, 'db' | 'log'>, own: Limits): () => Promise<void> {
  let differing = ''
  let stricter = ''
  return async () => {
    const processes = await findRunningProcesses(db)
    const found = differingSettings(processes)
    const names = found.map(({ name }) => name).join(', ')
    if (names !== differing) {
      if (found.length > 0) log.warn({ settings: found }, 'settings mismatch found')
      else log.info({}, 'settings mismatch resolved')
      differing = names
    }
    const inForce = stricterLimits(
      own,
      processes.map(({ limits }) => limits),
    )
    if (JSON.stringify(inForce) !== stricter && (stricter !== '' || inForce.length > 0)) {
      if (inForce.length > 0) log.warn({ limits: inForce }, 'stricter limits applied')
      else log.info({}, 'own limits restored')
    }
    stricter = inForce.length > 0 ? JSON.stringify(inForce) : ''
  }
}

/** The limits in force that are not our own: each the strictest one stated. */
function stricterLimits(own: Limits, all: readonly Limits[]): { limit: string; own: string | null; inForce: string }[] {
  return Object.entries(own).flatMap(([limit, ours]) => {
    const stated = all.flatMap((limits) => limits[limit] ?? []).map((value) => new Decimal(value))
    const strictest = stated.length === 0 ? null : Decimal.min(...stated)
    if (strictest === null || (ours !== null && strictest.gte(ours))) return []
    return [{ limit, own: ours, inForce: strictest.toFixed() }]
  })
}
