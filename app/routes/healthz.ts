/** Is this process fit to serve? The database answers, and how long ago a worker beat. */
import { lastWorkerBeat } from '#app/queries/worker-health.server.ts'
import { deps } from '#app/runtime.server.ts'

export async function loader() {
  try {
    const beat = await lastWorkerBeat(deps.db)
    const workerBeatSecondsAgo = beat && Math.round((deps.clock.now().getTime() - beat.getTime()) / 1000)
    return Response.json({ ok: true, workerBeatSecondsAgo })
  } catch (error) {
    deps.log.error({ error: String(error) }, 'the database does not answer')
    return Response.json({ ok: false }, { status: 503 })
  }
}
