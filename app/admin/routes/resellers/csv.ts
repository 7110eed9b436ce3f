import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { resellersAsCsv, typedResellerFilter } from '#app/admin/queries/resellers/reseller-list.server.ts'
import { noteExport } from '#app/admin/workflows/note-export.server.ts'
import { sendCsv } from '#app/kernel/web/http/send-csv.server.ts'
import { deps } from '#app/runtime.server.ts'

/** All resellers of the filter as CSV. That this operator exported them is recorded first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const typed = typedResellerFilter(new URL(request.url).searchParams)
  await noteExport(deps, { list: 'resellers', typed, operatorId: operator.id })
  const day = deps.clock.now().toISOString().slice(0, 10)
  return sendCsv(`quayside-resellers-${day}`, resellersAsCsv(deps.db, typed))
}
