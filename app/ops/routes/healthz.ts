/**
 * Is this process fit to serve? Yes or no, for whoever sends visitors to it: pages need the database and nothing else. What is
 * wrong behind them is nobody's business out there; it is told on the private port (docs/operating.md). `npm run doctor`, which
 * has a pass, is told how its request arrived.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { tellDatabaseAway } from '#app/kernel/web/http/page-errors.server.ts'
import { askDatabase } from '#app/ops/queries/readiness.server.ts'
import { arrivalOf } from '#app/ops/web/arrival.server.ts'
import { deps, isPaused } from '#app/runtime.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  // Whoever sends visitors here has another process that takes their forms, or none.
  if (isPaused()) return Response.json({ ok: false }, { status: 503 })
  try {
    await askDatabase(deps.db)
    const arrival = arrivalOf(request)
    return Response.json(arrival === null ? { ok: true } : { ok: true, arrival })
  } catch (error) {
    tellDatabaseAway(error)
    return Response.json({ ok: false }, { status: 503 })
  }
}
