import type { LoaderFunctionArgs } from '@remix-run/node'
import { sendReceiptPdf } from '#app/web/statement/receipt.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return sendReceiptPdf(request, params.number)
}
