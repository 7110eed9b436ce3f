import type { LoaderFunctionArgs } from '@remix-run/node'
import { sendCalendar } from '#app/trade/lookup/web/calendar.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return sendCalendar(request, params.transactionId)
}
