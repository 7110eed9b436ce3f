/**
 * Each request has an id: every line of the log that it causes bears it, and so does every answer (X-Request-Id), whoever
 * made that one: a page, a file, or a refusal before either was asked.
 */
import { randomBytes } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import { enterLogContext, logContext } from '#app/log-context.server.ts'

const HEADER = 'X-Request-Id'
/** What is taken from a proxy goes into lines and onto pages. */
const PLAIN = /^[\w.-]{8,64}$/

/** Call it once, where the process begins. `trustedHeader` is the one in which our own proxy states its id; null: none does. */
export function nameRequests(trustedHeader: string | null): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: unknown; response: unknown }
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return
    // The development server loads this file again when it has changed: the name that was given stays.
    const named = response.getHeader(HEADER)
    const requestId = typeof named === 'string' ? named : idOf(request, trustedHeader)
    response.setHeader(HEADER, requestId)
    enterLogContext({ requestId })
  })
}

/** Of the request that is being answered. */
export function requestId(): string {
  return logContext().requestId ?? ''
}

function idOf({ headers }: IncomingMessage, trustedHeader: string | null): string {
  const stated = trustedHeader === null ? undefined : headers[trustedHeader.toLowerCase()]
  return typeof stated === 'string' && PLAIN.test(stated) ? stated : newId()
}

/** Short enough to be read out, and long enough that no two of a year are the same. */
function newId(): string {
  return randomBytes(9).toString('hex')
}
