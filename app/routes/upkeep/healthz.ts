/**
 * Is this process fit to serve? Yes or no, for whoever sends visitors to it: pages need the database and nothing else. What is
 * wrong behind them is nobody's business out there; it is told on the private port (docs/operating.md).
 */
import { causeOf } from '#app/domain/kernel/cause.ts'
import { askDatabase } from '#app/queries/upkeep/readiness.server.ts'
import { deps } from '#app/runtime.server.ts'

export async function loader() {
  try {
    await askDatabase(deps.db)
    return Response.json({ ok: true })
  } catch (error) {
    deps.log.error({ cause: causeOf(error) }, 'the database does not answer')
    return Response.json({ ok: false }, { status: 503 })
  }
}
