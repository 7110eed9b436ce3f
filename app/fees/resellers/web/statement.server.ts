import { readMonth } from '#app/fees/resellers/domain/month.ts'
import { writeStatementLines } from '#app/fees/resellers/queries/reseller-statement.server.ts'
import { sendCsv } from '#app/kernel/web/http/send-csv.server.ts'
import { deps } from '#app/runtime.server.ts'

/** 404: not a month. The caller has checked that the visitor may read this reseller's statement. */
export function sendStatement(request: Request, resellerId: string): Response {
  const month = readMonth(new URL(request.url).searchParams.get('month') ?? '')
  if (!month) throw new Response(null, { status: 404 })
  return sendCsv(`commissions-${month.name}`, writeStatementLines(deps.db, { resellerId, month }))
}
