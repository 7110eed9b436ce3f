/** One page of a listing, and its parameters. */

import { toid } from '#harbour/horizon/ledger/toid.ts'
import type { Json } from '#harbour/horizon/resources/json.ts'
import type { View } from '#harbour/horizon/resources/view.ts'
import type { Listing, Slice } from './listings.ts'
import { invalidField, Problem } from './problems.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 200

export type PageRequest = {
  path: string
  parameters: URLSearchParams
  /** Id of the last event that a stream's client received; it overrides the cursor. */
  lastEventId: string | null
}

/** Throws Problem for a parameter that Horizon refuses. */
export function parseSlice({ parameters, lastEventId }: PageRequest, listing: Listing, view: View): Slice {
  const order = parameters.get('order') || 'asc'
  if (order !== 'asc' && order !== 'desc') throw invalidField('order', 'order: invalid value')
  return {
    cursor: parseCursor(cursorText(parameters, lastEventId, view), listing),
    order,
    limit: parseLimit(parameters),
  }
}

function cursorText(parameters: URLSearchParams, lastEventId: string | null, view: View): string {
  const cursor = lastEventId ?? parameters.get('cursor') ?? ''
  return cursor === 'now' ? toid({ ledger: view.latest + 1 }).toString() : cursor
}

function parseCursor(text: string, listing: Listing): bigint | null {
  if (text === '') return null
  const cursor = listing.parseCursor(text)
  if (cursor === null) throw invalidField('cursor', listing.state?.cursorRule ?? 'cursor: invalid value')
  return cursor
}

function parseLimit(parameters: URLSearchParams): number {
  const text = parameters.get('limit') ?? ''
  if (text === '') return DEFAULT_LIMIT
  if (!/^[+-]?\d{1,18}$/.test(text)) throw invalidField('limit', 'unparseable value')
  const limit = Number(text)
  if (limit <= 0) throw invalidField('limit', 'invalid limit: non-positive value provided')
  if (limit > MAX_LIMIT) {
    throw invalidField('limit', `invalid limit: value provided that is over limit max of ${MAX_LIMIT}`)
  }
  return limit
}

/** Returns a HAL page. Descending beyond the history: 410; ascending starts at the oldest ledger, as Horizon does. */
export function pageResource(request: PageRequest, listing: Listing, view: View): Json {
  const slice = parseSlice(request, listing, view)
  const isOld = slice.order === 'desc' && slice.cursor !== null && slice.cursor <= listing.startOf(view.elder)
  if (isOld && listing.state === undefined) {
    throw new Problem('before_history')
  }
  const rows = listing.rows(slice, view)
  const own = cursorText(request.parameters, request.lastEventId, view)
  const href = (cursor: string, order: string) => ({
    href: `${view.base}${pageUrl(request, { cursor, order, limit: slice.limit })}`,
  })
  const reversed = slice.order === 'asc' ? 'desc' : 'asc'
  return {
    _links: {
      self: href(own, slice.order),
      next: href(rows.at(-1)?.token ?? own, slice.order),
      prev: href(rows[0]?.token ?? own, reversed),
    },
    _embedded: { records: rows.map(({ body }) => body) },
  }
}

function pageUrl(
  { path, parameters }: PageRequest,
  { cursor, order, limit }: { cursor: string; order: string; limit: number },
): string {
  const query = new URLSearchParams(parameters)
  query.set('cursor', cursor)
  query.set('limit', limit.toString())
  query.set('order', order)
  query.sort()
  return `${path}?${query}`
}
