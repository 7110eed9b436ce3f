/** Keeps the embedded PostgreSQL running: a dead server is restarted, and rolls back what was not committed. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Postgres, type PostgresSettings, startPostgres } from '../postgres.ts'
import { reasonOf } from '../problems.ts'
import { openPatience } from './patience.ts'

export type PostgresSupervisor = {
  /** Stays the same over restarts. */
  url: string
  stop(): Promise<void>
}

/** Throws StartupProblem when the first server does not start. */
export async function keepPostgres(
  settings: PostgresSettings,
  report: (line: string) => void,
): Promise<PostgresSupervisor> {
  let isKept = true
  const patience = openPatience()
  const first = await startPostgres(settings)
  let server: Postgres | null = first
  const keeping = keep(first)

  async function keep(started: Postgres): Promise<void> {
    patience.began()
    await started.ended
    if (!isKept) return
    server = null
    report(`PostgreSQL stopped; it is started again. See ${settings.folder}.log.`)
    server = await startAgain()
    if (!server) return
    // It started while `stop` was called.
    if (isKept) await keep(server)
    else await server.stop()
  }

  /** Null: `stop` was called. A killed server's children hold its memory for a moment, so one attempt may fail. */
  async function startAgain(): Promise<Postgres | null> {
    await delay(patience.pauseMs())
    if (!isKept) return null
    try {
      return await startPostgres(settings)
    } catch (error) {
      report(reasonOf(error))
      return startAgain()
    }
  }

  return {
    url: first.url,
    async stop() {
      isKept = false
      await server?.stop()
      await keeping
    },
  }
}
