/**
 * The health check of load balancers: pages need only the database. Other problems are not for the public; the private
 * port reports them (docs/operating.md). `npm run doctor`, which has a pass, also learns how its request arrived.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reportDatabaseAway } from '#app/kernel/web/http/page-errors.server.ts'
import { askDatabase } from '#app/ops/queries/readiness.server.ts'
import { arrivalOf } from '#app/ops/web/arrival.server.ts'
import { deps, isPaused } from '#app/runtime.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  // The load balancer sends visitors to another process, or to none.
  if (isPaused()) return Response.json({ ok: false }, { status: 503 })
  try {
    await askDatabase(deps.db)
    const arrival = arrivalOf(request)
    return Response.json(arrival === null ? { ok: true } : { ok: true, arrival })
  } catch (error) {
    reportDatabaseAway(error)
    return Response.json({ ok: false }, { status: 503 })
  }
}
