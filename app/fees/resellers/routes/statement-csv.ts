import type { LoaderFunctionArgs } from '@remix-run/node'
import { openResellerLink } from '#app/fees/resellers/web/reseller-link.server.ts'
import { sendStatement } from '#app/fees/resellers/web/statement.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const opened = await openResellerLink(request)
  if (!opened) throw new Response(null, { status: 404 })
  return sendStatement(request, opened.reseller.resellerId)
}
