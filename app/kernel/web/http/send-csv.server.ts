/** Sends a table for spreadsheets while it is read: however many rows there are, few are in memory. */
import { causeOf } from '#app/kernel/domain/cause.ts'
import { config, deps } from '#app/runtime.server.ts'
import { secureResource } from './headers.server.ts'

/**
 * `lines` is read as fast as it is sent, and no further when the client has gone. The name of the file is plain ASCII.
 * Nothing caches the answer, and no search engine lists it.
 */
export function sendCsv(name: string, lines: AsyncGenerator<string>): Response {
  const bytes = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await lines.next()
        if (done) controller.close()
        else controller.enqueue(bytes.encode(value))
      } catch (error) {
        deps.log.warn({ cause: causeOf(error), name }, 'table export failed')
        controller.error(error)
      }
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
  const headers = new Headers({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'private, no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(body, { headers })
}
