/** Whether the lists exist and are recent enough for somebody to be called clear. */
import { SANCTIONS_LISTS, type SanctionsListName } from './listed-entry.ts'

export type KnownList = { list: string; lastGoodAt: Date | null; snapshot: { id: string } | null }

/** Returns the lists that are missing or too old. */
export function staleLists(
  known: readonly KnownList[],
  { now, mostAgeMs }: { now: Date; mostAgeMs: number },
): SanctionsListName[] {
  return SANCTIONS_LISTS.filter((list) => {
    const state = known.find((one) => one.list === list)
    if (!state?.snapshot || !state.lastGoodAt) return true
    return now.getTime() - state.lastGoodAt.getTime() > mostAgeMs
  })
}

const HOUR_MS = 3_600_000

/** The shortest of our own limit and those of other processes' settings, in hours (decision 104). */
export function strictestAge(ownMs: number, others: readonly Record<string, string | null>[]): number {
  const stated = others.flatMap(({ LISTS_MAX_AGE_HOURS: hours }) => (hours ? Number(hours) * HOUR_MS : []))
  return Math.min(ownMs, ...stated)
}
