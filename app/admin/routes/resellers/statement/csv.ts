import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { findResellerId } from '#app/admin/queries/resellers/resellers.server.ts'
import { sendStatement } from '#app/fees/resellers/web/statement.server.ts'
import { deps } from '#app/runtime.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const resellerId = await findResellerId(deps.db, params.resellerId ?? '')
  if (resellerId === null) throw new Response(null, { status: 404 })
  return sendStatement(request, resellerId)
}
