import type { LoaderFunctionArgs } from '@remix-run/node'
import { sendEscrowsCsv } from '#app/web/lookup/escrows-csv.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  return sendEscrowsCsv(request)
}
