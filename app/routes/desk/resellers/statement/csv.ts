import type { LoaderFunctionArgs } from '@remix-run/node'
import { findResellerId } from '#app/queries/desk/resellers/desk-resellers.server.ts'
import { deps } from '#app/runtime.server.ts'
import { requireAdmin } from '#app/web/accounts/viewer.server.ts'
import { sendStatement } from '#app/web/resellers/statement.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const resellerId = await findResellerId(deps.db, params.resellerId ?? '')
  if (resellerId === null) throw new Response(null, { status: 404 })
  return sendStatement(request, resellerId)
}
