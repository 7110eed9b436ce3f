/** The line of the log that each request has: who asked for what, from where, and what became of it (docs/operating.md). */
import morgan from 'morgan'
import { pathForLog } from '#app/domain/kernel/secrets.ts'
import { logContext } from '#app/log-context.server.ts'
import { addressIn, roughPlaceOf } from './client-address.ts'

type TrustedAddress = { header: string | null; hops: number }

/**
 * Call it once, before remix-serve asks morgan for its short form. Addresses are shortened to a neighbourhood, paths stand
 * without what opens anything.
 */
export function lineRequests({ header, hops }: TrustedAddress): void {
  morgan.format('tiny', (tokens, request, response) => {
    const stated = header === null ? undefined : request.headers[header.toLowerCase()]
    const address = typeof stated === 'string' ? addressIn(stated, hops) : null
    return JSON.stringify({
      level: 30,
      time: Date.now(),
      process: 'web',
      ...logContext(),
      requestId: response.getHeader('X-Request-Id'),
      ...(address !== null && { from: roughPlaceOf(address) }),
      method: request.method,
      path: pathForLog(request.url ?? ''),
      status: response.headersSent ? response.statusCode : null,
      ms: Math.round(Number(tokens['response-time']?.(request, response) ?? 0)),
      msg: response.headersSent ? 'request answered' : 'request broken off before an answer',
    })
  })
}
