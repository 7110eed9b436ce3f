/** The newest closed ledger that a server has shown, and the database's own time: clocks are compared with both. */
import type { Database } from '#app/kernel/db/client.server.ts'
import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import type { ClosedLedger } from '#app/ledgers/ledger.ts'

/** In seconds; an older pulse confirms nothing. One comes every 15 s. */
const FRESH_S = 45

/**
 * Stores the latest answer, whatever ledger an earlier one showed: a test network restarts, or a server was wrong.
 * `answeredAt`: by the database's clock; a stored one in its future is from before that clock was corrected.
 */
export async function keepPulse(
  db: Database,
  { network, sequence, closedAt, answeredAt }: ClosedLedger & { network: Network; answeredAt: Date },
): Promise<void> {
  await db.$executeRaw`
    insert into "ledger_pulse" ("network", "sequence", "closedAt", "answeredAt")
    values (${network}::"Network", ${BigInt(sequence)}, ${closedAt}, ${answeredAt})
    on conflict ("network") do update set "sequence" = excluded."sequence", "closedAt" = excluded."closedAt",
      "answeredAt" = excluded."answeredAt"
    where "ledger_pulse"."answeredAt" <= excluded."answeredAt" or "ledger_pulse"."answeredAt" > clock_timestamp()`
}

/**
 * The database's time, and by how many milliseconds it was ahead of each ledger at that ledger's last answer. Ledgers
 * that have not answered lately are left out. Throws when the database does not answer.
 */
export async function readTimes(db: Database): Promise<{ now: Date; ahead: Partial<Record<Network, number>> }> {
  const [row] = await db.$queryRaw<{ now: Date; stellar: number | null; xrpl: number | null }[]>`
    with "fresh" as (
      select "network", (extract(epoch from "answeredAt" - "closedAt") * 1000)::float8 as "ahead" from "ledger_pulse"
      where "answeredAt" between clock_timestamp() - make_interval(secs => ${FRESH_S})
        and clock_timestamp() + interval '1 second'
    )
    select clock_timestamp() as "now", (select "ahead" from "fresh" where "network" = 'stellar') as "stellar",
      (select "ahead" from "fresh" where "network" = 'xrpl') as "xrpl"`
  if (!row) throw new Error('the database does not say what time it is')
  const known = NETWORKS.flatMap((network) => (row[network] === null ? [] : [[network, row[network]] as const]))
  return { now: row.now, ahead: Object.fromEntries(known) }
}
