/**
 * Is this process fit to serve? The database answers; how long ago a worker ran a job, and whether prices are old. Neither of
 * the two makes it unfit: pages work without both.
 */
import { loadMarketHealth } from '#app/queries/prices/market-health.server.ts'
import { lastJobRun } from '#app/queries/upkeep/worker-health.server.ts'
import { deps } from '#app/runtime.server.ts'

export async function loader() {
  try {
    const now = deps.clock.now()
    const [beat, market] = await Promise.all([lastJobRun(deps.db), loadMarketHealth(deps.db, now)])
    const workerBeatSecondsAgo = beat && Math.round((now.getTime() - beat.getTime()) / 1000)
    return Response.json({ ok: true, workerBeatSecondsAgo, market })
  } catch (error) {
    deps.log.error({ error: String(error) }, 'the database does not answer')
    return Response.json({ ok: false }, { status: 503 })
  }
}
