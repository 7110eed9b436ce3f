import type { LoaderFunctionArgs } from '@remix-run/node'
import { listNameIn } from '#app/domain/desk/lists.ts'
import { listAsCsv, readFilter, typedFilter } from '#app/queries/desk/lists/desk-list.server.ts'
import { deps } from '#app/runtime.server.ts'
import { requireAdmin } from '#app/web/accounts/viewer.server.ts'
import { noteExport } from '#app/workflows/desk/note-export.server.ts'

/** The list as its page shows it, whole: its rows go out as they are read. That somebody took it away is written down first. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const list = listNameIn(params.list)
  if (!list) throw new Response(null, { status: 404 })
  const typed = typedFilter(new URL(request.url).searchParams)
  const { filter, problems } = readFilter(list, typed)
  if (problems) throw new Response(null, { status: 400 })
  await noteExport(deps, { list, typed, operatorId: operator.id })
  const day = deps.clock.now().toISOString().slice(0, 10)
  return new Response(streamOf(listAsCsv(deps.db, { list, filter })), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="quayside-${list}-${day}.csv"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** The next rows are read when the last ones are taken; nothing is read for somebody who has gone. */
function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}
