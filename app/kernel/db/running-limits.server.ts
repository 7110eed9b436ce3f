/** The money limits of the running processes: the strictest of all holds (docs/decisions/104). */
import type { Database, Transaction } from './client.server.ts'

/** Seconds without a heartbeat after which a process counts as gone. A process sends one every five to ten seconds. */
export const GONE_AFTER_S = 30

/** The limits of each process by setting name, as plain decimals; null: no such limit. */
export async function findRunningLimits(db: Database | Transaction): Promise<Record<string, string | null>[]> {
  const rows = await db.$queryRaw<{ limits: Record<string, string | null> }[]>`
    select "limits" from "process"
    where "seenAt" > clock_timestamp() - make_interval(secs => ${GONE_AFTER_S}) and "refusal" is null`
  return rows.map(({ limits }) => limits)
}
