import type { LoaderFunctionArgs } from '@remix-run/node'
import { sendReceiptPdf } from '#app/records/statement/web/receipt.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return sendReceiptPdf(request, params.number)
}
