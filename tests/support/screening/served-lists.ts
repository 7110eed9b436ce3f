/** Lists of any length, in the formats of their publishers. */
import { SANCTIONS_LISTS, type SanctionsListName } from '#app/screening/domain/listed-entry.ts'
import { listFile } from '#harbour/lists/files.ts'
import type { Designation } from '#harbour/lists/invented.ts'
import type { World } from '#tests/support/world/world.ts'

/** Long enough that a twentieth of it is more than one. */
export const MANY = 80

/** The list's file with this many entries; `more` is added to the last one. */
export function fileOf(list: SanctionsListName, count: number, more: Partial<Designation> = {}): string {
  const entries = Array.from({ length: count }, (_, at): Designation => {
    const known = { id: `served-${at}`, isPerson: true, name: `Served Nobody${at}`, aliases: [], native: null }
    return { ...known, born: null, country: 'Atlantis', wallet: null, ...(at === count - 1 && more) }
  })
  return listFile(list, entries)
}

/** All five lists of that length, for the next refresh. */
export function serveMany({ harbour }: World): void {
  for (const list of SANCTIONS_LISTS) harbour.market.lists.serve(list, fileOf(list, MANY))
}
