/**
 * Gives each request an id, which is in every line of the log that it causes and in every answer (X-Request-Id),
 * whoever made it: a page, a file, or an earlier refusal.
 */
import { randomBytes } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import { enterLogContext, logContext } from '#app/log-context.server.ts'

const HEADER = 'X-Request-Id'
/** A proxy's id must be safe in log lines and on pages. */
const PLAIN = /^[\w.-]{8,64}$/

/** Call it once, where the process begins. `trustedHeader`: where our own proxy states its id; null: nowhere. */
export function nameRequests(trustedHeader: string | null): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: unknown; response: unknown }
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return
    // The development server reloads this file when it has changed: an id that was given stays.
    const named = response.getHeader(HEADER)
    const requestId = typeof named === 'string' ? named : idOf(request, trustedHeader)
    response.setHeader(HEADER, requestId)
    enterLogContext({ requestId })
  })
}

/** The id of the current request; empty: none. */
export function requestId(): string {
  return logContext().requestId ?? ''
}

function idOf({ headers }: IncomingMessage, trustedHeader: string | null): string {
  const stated = trustedHeader === null ? undefined : headers[trustedHeader.toLowerCase()]
  return typeof stated === 'string' && PLAIN.test(stated) ? stated : newId()
}

/** Short enough to be read out, and long enough to be unique within a year. */
function newId(): string {
  return randomBytes(9).toString('hex')
}
