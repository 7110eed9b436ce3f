import type { LoaderFunctionArgs } from '@remix-run/node'
import { sendEscrowsCsv } from '#app/trade/lookup/web/escrows-csv.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  return sendEscrowsCsv(request)
}
