/** Both processes check a database before using it: are connections sessions, and do the tables fit this code? */
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { schemaComplaint } from './schema-complaint.ts'
import { sessionComplaint } from './session-complaint.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
/** The database stops, starts, or has no connection free. Other errors of classes 57 and 53 are not waited for. */
const NOT_NOW = ['57P01', '57P02', '57P03', '53300']

/**
 * Returns one sentence that says what to do; null: no complaint, or `signal` aborted. Polls, ever more slowly, until
 * the database answers. `onAway` gets the first failure, for the log: the database may be late. Throws errors that
 * waiting does not fix, such as a wrong password.
 */
export async function databaseComplaintWhenThere(wait: {
  databaseUrl: string
  onAway: (error: unknown) => void
  signal?: AbortSignal
}): Promise<string | null> {
  for (let tries = 0, pauseMs = FIRST_PAUSE_MS; !wait.signal?.aborted; tries += 1) {
    try {
      return (await sessionComplaint(wait.databaseUrl)) ?? (await schemaComplaint(wait.databaseUrl))
    } catch (error) {
      if (error instanceof DatabaseError && !NOT_NOW.includes(error.code ?? '')) throw error
      if (tries === 0) wait.onAway(error)
    }
    await delay(pauseMs, undefined, wait.signal && { signal: wait.signal }).catch(() => undefined)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
  return null
}
