/** The line of the log for each request: who asked for what, from where, and the result (docs/operating.md). */
import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import morgan from 'morgan'
import { pathForLog } from '#app/kernel/domain/secrets.ts'
import { logContext } from '#app/log-context.server.ts'
import { addressIn, roughPlaceOf } from './client-address.ts'

type TrustedAddress = { header: string | null; hops: number }

/** Call it once, after `nameRequests`. Addresses become ranges, paths omit what opens anything; no line for assets. */
export function lineRequests({ header, hops }: TrustedAddress): void {
  // remix-serve makes morgan log what reaches Express, which is logged here already.
  morgan.format('tiny', () => undefined)
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: unknown; response: unknown }
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return
    if (request.url?.startsWith('/assets/')) return
    const began = performance.now()
    const stated = header === null ? undefined : request.headers[header.toLowerCase()]
    const address = typeof stated === 'string' ? addressIn(stated, hops) : null
    const context = logContext()
    response.once('close', () => {
      const line = {
        level: 30,
        time: Date.now(),
        process: 'web',
        ...context,
        requestId: response.getHeader('X-Request-Id'),
        ...(address !== null && { from: roughPlaceOf(address) }),
        method: request.method,
        path: pathForLog(request.url ?? ''),
        status: response.headersSent ? response.statusCode : null,
        ms: Math.round(performance.now() - began),
        msg: response.headersSent ? 'request answered' : 'request aborted',
      }
      process.stdout.write(`${JSON.stringify(line)}\n`)
    })
  })
}
