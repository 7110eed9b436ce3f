/** What the processes that run now allow themselves with money: the strictest of all holds (docs/decisions/104). */
import type { Database, Transaction } from './client.server.ts'

/** Seconds after which a process that has said nothing is gone. It says something every five to ten. */
export const GONE_AFTER_S = 30

/** Of each process its limits by the names of settings, as plain decimals; null: no such limit. */
export async function findRunningLimits(db: Database | Transaction): Promise<Record<string, string | null>[]> {
  const rows = await db.$queryRaw<{ limits: Record<string, string | null> }[]>`
    select "limits" from "process"
    where "seenAt" > clock_timestamp() - make_interval(secs => ${GONE_AFTER_S}) and "refusal" is null`
  return rows.map(({ limits }) => limits)
}
