/** The statement of a month, sent while it is read. */
import { readMonth } from '#app/domain/resellers/month.ts'
import { writeStatementLines } from '#app/queries/resellers/reseller-statement.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { secureResource } from '#app/web/kernel/http/headers.server.ts'

/** 404 for what is no month. The caller has seen to it that whoever asks may read this reseller's. */
export function sendStatement(request: Request, resellerId: string): Response {
  const month = readMonth(new URL(request.url).searchParams.get('month') ?? '')
  if (!month) throw new Response(null, { status: 404 })
  const lines = writeStatementLines(deps.db, { resellerId, month })
  const bytes = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(bytes.encode(value))
    },
    // Whoever goes away has nothing read for them any more.
    async cancel() {
      await lines.return(undefined)
    },
  })
  const headers = new Headers({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="commissions-${month.name}.csv"`,
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(body, { headers })
}
