import type { LoaderFunctionArgs } from '@remix-run/node'
import { sendStatementPdf } from '#app/records/statement/web/statement.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return sendStatementPdf(request, params.transactionId)
}
