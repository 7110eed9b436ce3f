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
