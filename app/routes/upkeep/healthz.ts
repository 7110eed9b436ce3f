/**
 * Is this process fit to serve? Yes or no, for whoever sends visitors to it: pages need the database and nothing else. What is
 * wrong behind them is nobody's business out there; it is told on the private port (docs/operating.md).
 */
import { doesDatabaseAnswer } from '#app/queries/upkeep/readiness.server.ts'
import { deps } from '#app/runtime.server.ts'

export async function loader() {
  const ok = await doesDatabaseAnswer(deps.db)
  if (!ok) deps.log.error({}, 'the database does not answer')
  return Response.json({ ok }, { status: ok ? 200 : 503 })
}
