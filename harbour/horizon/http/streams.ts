/** Listings as server-sent events (Horizon, render/sse): first the rows after the cursor, then those of new ledgers. */
import type { ServerResponse } from 'node:http'
import type { View } from '#harbour/horizon/resources/view.ts'
import { commonHeaders } from './answers.ts'
import type { Listing, Slice } from './listings.ts'

const HELLO = 'retry: 1000\nevent: open\ndata: "hello"\n\n'
const GOODBYE = 'retry: 10\nevent: close\ndata: "byebye"\n\n'

/** Horizon ends a stream after this time; the client reconnects with the id of its last event. */
const LONGEST_STREAM_MS = 55_000

type StreamOptions = {
  listing: Listing
  slice: Slice
  /** Returns the current state; called for every event. */
  viewNow(): View
  now(): Date
  stopped: AbortSignal
}

export function openStream(response: ServerResponse, { listing, slice, viewNow, now, stopped }: StreamOptions): void {
  const { network } = viewNow()
  let cursor = slice.cursor
  let left = slice.limit
  response.writeHead(200, {
    ...commonHeaders('text/event-stream; charset=utf-8', now()),
    'Access-Control-Allow-Origin': '*',
  })
  response.write(HELLO)

  const end = () => {
    clearTimeout(longest)
    unsubscribe()
    stopped.removeEventListener('abort', end)
    if (!response.writableEnded && !response.destroyed) response.end(GOODBYE)
  }
  const push = () => {
    const rows = listing.rows({ cursor, order: 'asc', limit: left }, viewNow())
    for (const { token, body } of rows) {
      response.write(`id: ${token}\ndata: ${JSON.stringify(body)}\n\n`)
      cursor = listing.parseCursor(token)
    }
    left -= rows.length
    if (left <= 0) end()
  }
  const longest = setTimeout(end, LONGEST_STREAM_MS)
  const unsubscribe = network.onClose(push)
  stopped.addEventListener('abort', end)
  response.on('close', end)
  push()
}
