/** Whether the lists are there and young enough for somebody to be called clear. */
import { LISTS, type ListName } from './listed-entry.ts'

export type KnownList = { list: string; lastGoodAt: Date | null; snapshot: { id: string } | null }

/** Lists that are missing or too old; none: all are fresh. */
export function staleLists(
  known: readonly KnownList[],
  { now, mostAgeMs }: { now: Date; mostAgeMs: number },
): ListName[] {
  return LISTS.filter((list) => {
    const state = known.find((one) => one.list === list)
    if (!state?.snapshot || !state.lastGoodAt) return true
    return now.getTime() - state.lastGoodAt.getTime() > mostAgeMs
  })
}

const HOUR_MS = 3_600_000

/** The shortest of our own and those that other processes state, by the names of settings, in hours (docs/decisions/104). */
export function strictestAge(ownMs: number, others: readonly Record<string, string | null>[]): number {
  const stated = others.flatMap(({ LISTS_MAX_AGE_HOURS: hours }) => (hours ? Number(hours) * HOUR_MS : []))
  return Math.min(ownMs, ...stated)
}
