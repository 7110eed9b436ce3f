import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { listNameIn } from '#app/admin/domain/lists.ts'
import { listAsCsv, readListFilter, typedFilter } from '#app/admin/queries/lists/admin-list.server.ts'
import { noteExport } from '#app/admin/workflows/note-export.server.ts'
import { sendCsv } from '#app/kernel/web/http/send-csv.server.ts'
import { deps } from '#app/runtime.server.ts'

/** The whole list as CSV, streamed while its rows are read. That this operator exported it is recorded first. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const list = listNameIn(params.list)
  if (!list) throw new Response(null, { status: 404 })
  const typed = typedFilter(new URL(request.url).searchParams)
  const { filter, problems } = readListFilter(list, typed)
  if (problems) throw new Response(null, { status: 400 })
  await noteExport(deps, { list, typed, operatorId: operator.id })
  const day = deps.clock.now().toISOString().slice(0, 10)
  return sendCsv(`quayside-${list}-${day}`, listAsCsv(deps.db, { list, filter }))
}
