/** Stand-in for the authorities that publish sanctions lists: real formats, invented names. */
import type { Reply, Request } from '#harbour/http.ts'
import { listFile } from './files.ts'
import { type Designation, HARBOUR_LISTS, type HarbourList, INVENTED, LIST_PATHS } from './invented.ts'

export type Lists = {
  add(list: HarbourList, entry: Partial<Designation> & { name: string }): void
  remove(list: HarbourList, name: string): void
  /** Serves this text in place of the list; null: the list again. */
  serve(list: HarbourList, text: string | null): void
  /** Returns the list as it is published now. */
  read(list: HarbourList): string
  /** Null: not the path of a list. */
  answer(request: Request): Reply | null
}

export function openLists(): Lists {
  const entries = new Map(HARBOUR_LISTS.map((list) => [list, [...INVENTED[list]]]))
  const served = new Map<HarbourList, string>()
  const of = (list: HarbourList) => entries.get(list) ?? []
  const read = (list: HarbourList) => served.get(list) ?? listFile(list, of(list))
  return {
    add(list, entry) {
      const usual = { isPerson: true, aliases: [], native: null, born: null, country: 'Atlantis', wallet: null }
      of(list).push({ id: `added-${of(list).length + 1}`, ...usual, ...entry })
    },
    remove(list, name) {
      entries.set(
        list,
        of(list).filter((entry) => entry.name !== name),
      )
    },
    serve(list, text) {
      if (text === null) served.delete(list)
      else served.set(list, text)
    },
    read,
    answer(request) {
      const list = HARBOUR_LISTS.find((known) => LIST_PATHS[known] === request.url.pathname)
      if (list === undefined || request.method !== 'GET') return null
      return { status: 200, headers: { 'content-type': 'application/xml' }, body: read(list) }
    },
  }
}
