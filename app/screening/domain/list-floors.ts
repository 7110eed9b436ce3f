/** Decides whether a list that was read may replace the one before. */
import type { ListedEntry, ReadList, SanctionsListName } from './listed-entry.ts'

/** Fewer entries were never published: such a file is another one, or incomplete. */
const LEAST: Record<SanctionsListName, number> = {
  ofac_sdn: 15_000,
  ofac_consolidated: 250,
  un: 800,
  eu: 5_000,
  uk: 5_000,
}
/** OFAC's two lists have the same form: keeps the long one from being taken for the short one. */
const MOST: Partial<Record<SanctionsListName, number>> = { ofac_consolidated: 10_000 }
/** A list that loses more at once has changed its form: nobody is delisted by that. */
const MOST_LOST = 0.05
/** Below this size, one entry is a large part. */
const FEW = 40

export type Fault =
  | 'empty'
  | 'fewer_than_declared'
  | 'fewer_than_ever'
  | 'more_than_ever'
  | 'shrunk'
  | 'without_names'
  | 'without_numbers'
  | 'names_shrunk'

/** May be a true delisting: two operators may accept exactly this file (decision 068). Others: another form. */
const ACCEPTABLE = ['fewer_than_ever', 'shrunk', 'names_shrunk'] as const satisfies readonly Fault[]
export type AcceptableFault = (typeof ACCEPTABLE)[number]

export function isAcceptable(fault: Fault): fault is AcceptableFault {
  return ACCEPTABLE.some((known) => known === fault)
}

/** Entries and names of the list in force. */
export type Size = { entries: number; names: number }

/**
 * Null: it may. Entries that cannot be told apart or compared count as lost: part of the form was renamed. Faults that
 * nobody can accept come first.
 */
export function faultOf(
  { entries, declaredCount }: ReadList,
  of: { list: SanctionsListName; before: Size | null; isPlay: boolean },
): Fault | null {
  const count = entries.length
  if (count === 0) return 'empty'
  if (declaredCount !== null && count !== declaredCount) return 'fewer_than_declared'
  if (!of.isPlay && count > (MOST[of.list] ?? Number.POSITIVE_INFINITY)) return 'more_than_ever'
  const numbers = new Set(entries.flatMap(({ sourceId }) => sourceId || [])).size
  if (hasLost(numbers, count)) return 'without_numbers'
  if (hasLost(entries.filter(({ names }) => names.length > 0).length, count)) return 'without_names'
  if (!of.isPlay && count < leastOf(of)) return 'fewer_than_ever'
  if (of.before === null || of.before.entries < FEW) return null
  if (hasLost(count, of.before.entries)) return 'shrunk'
  return hasLost(listNamesOf(entries), of.before.names) ? 'names_shrunk' : null
}

/** A list that was accepted with fewer is from then on measured against itself. */
function leastOf({ list, before }: { list: SanctionsListName; before: Size | null }): number {
  return before !== null && before.entries < LEAST[list] ? 0 : LEAST[list]
}

const hasLost = (now: number, before: number) => now < before * (1 - MOST_LOST)

export function listNamesOf(entries: readonly Pick<ListedEntry, 'names'>[]): number {
  return entries.reduce((sum, { names }) => sum + names.length, 0)
}
