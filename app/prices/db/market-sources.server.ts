/** How each price service has answered lately. Workers and restarts agree by it when it may be asked again. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

export type MarketSourceName = 'CoinGecko' | 'Kraken'

/** The failures in a row up to now when the caller may ask; else when somebody may ask again. */
export type Claim = { failures: number } | { retryAt: Date }

/**
 * Takes the turn to ask a service: nobody else asks until `until`, or until what came of it is recorded. Whoever comes
 * during a back-off or while another worker asks gets no turn.
 */
export async function claimSource(
  db: Database,
  claim: { name: MarketSourceName; now: Date; until: Date },
): Promise<Claim> {
  const [taken] = await db.$queryRaw<{ failures: number }[]>`
    insert into "market_source" ("name", "retryAt") values (${claim.name}, ${claim.until.toISOString()}::timestamptz)
    on conflict ("name") do update set "retryAt" = excluded."retryAt"
    where "market_source"."retryAt" is null or "market_source"."retryAt" <= ${claim.now.toISOString()}::timestamptz
    returning "failures"`
  if (taken) return taken
  const { retryAt } = await db.marketSource.findUniqueOrThrow({
    where: { name: claim.name },
    select: { retryAt: true },
  })
  // Null: whoever had the turn has just finished.
  return { retryAt: retryAt ?? claim.now }
}

/** The service answered: it may be asked again at any time. */
export async function recordGoodAnswer(tx: Transaction, answer: { name: MarketSourceName; at: Date }): Promise<void> {
  await tx.marketSource.update({
    where: { name: answer.name },
    data: { failures: 0, retryAt: null, lastError: null, lastGoodAt: answer.at },
  })
}

export async function recordTrouble(
  tx: Transaction,
  trouble: { name: MarketSourceName; failures: number; retryAt: Date; error: string },
): Promise<void> {
  const { name, failures, retryAt, error } = trouble
  await tx.marketSource.update({ where: { name }, data: { failures, retryAt, lastError: error } })
}

export type SourceState = { name: string; failures: number; lastGoodAt: Date | null }

/** The services that were ever asked, by name. */
export async function findSources(db: Database): Promise<SourceState[]> {
  return db.marketSource.findMany({
    orderBy: { name: 'asc' },
    select: { name: true, failures: true, lastGoodAt: true },
  })
}
