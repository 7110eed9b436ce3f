/** Whether a list that was read may take the place of the one before. */
import type { ListName, ReadList } from './listed-entry.ts'

/** Fewer entries than these were never published: what has fewer is another file, or a part of one. */
const LEAST: Record<ListName, number> = { ofac_sdn: 15_000, ofac_consolidated: 250, un: 800, eu: 5_000, uk: 5_000 }
/** A list that loses more at once has changed its form: nobody is taken off it by that. */
const MOST_LOST = 0.05
/** Of few entries one is a large part. */
const FEW = 40

export type Fault = 'empty' | 'fewer_than_declared' | 'fewer_than_ever' | 'shrunk'

/** Null: it may. `before`: how many entries the one in force has. */
export function faultOf(read: ReadList, of: { list: ListName; before: number | null; isPlay: boolean }): Fault | null {
  const count = read.entries.length
  if (count === 0) return 'empty'
  if (read.declaredCount !== null && count !== read.declaredCount) return 'fewer_than_declared'
  if (!of.isPlay && count < LEAST[of.list]) return 'fewer_than_ever'
  if (of.before !== null && of.before >= FEW && count < of.before * (1 - MOST_LOST)) return 'shrunk'
  return null
}
