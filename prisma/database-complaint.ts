/** What both processes ask of a database before they use it: are connections sessions, and are the tables those of this code? */
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { schemaComplaint } from './schema-complaint.ts'
import { sessionComplaint } from './session-complaint.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
/** The database is there and says that it cannot be used yet, or not any more; the rest of class 57 and 53. */
const NOT_NOW = ['57P01', '57P02', '57P03', '53300']

/**
 * One sentence that says what to do; null when there is no complaint, and when `signal` aborts. Asked until the database answers, ever
 * more slowly. `onAway` gets the first failure: the database may be late, and that is worth a line. Throws what is no matter of
 * waiting, such as a wrong password.
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
