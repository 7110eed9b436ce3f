/** Lists as long as a test wants them, in the formats of those who publish them. */
import { LISTS, type ListName } from '#app/screening/domain/listed-entry.ts'
import { listFile } from '#harbour/lists/files.ts'
import type { Designation } from '#harbour/lists/invented.ts'
import type { World } from '#tests/support/world/world.ts'

/** Long enough that a twentieth of it is more than one. */
export const MANY = 80

/** Of the list's file as it would be with this many entries; `more` goes with the last of them. */
export function fileOf(list: ListName, count: number, more: Partial<Designation> = {}): string {
  const entries = Array.from({ length: count }, (_, at): Designation => {
    const known = { id: `served-${at}`, isPerson: true, name: `Served Nobody${at}`, aliases: [], native: null }
    return { ...known, born: null, country: 'Atlantis', wallet: null, ...(at === count - 1 && more) }
  })
  return listFile(list, entries)
}

/** All five as long as that, to be read with the next refresh. */
export function serveMany({ harbour }: World): void {
  for (const list of LISTS) harbour.market.lists.serve(list, fileOf(list, MANY))
}
