/** How each price service has answered lately; workers and restarts share when it may be asked again. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

export type MarketSourceName = 'CoinGecko' | 'Kraken'

/** The failures in a row when the caller may ask; else when somebody may ask again. */
export type Claim = { failures: number } | { retryAt: Date }

/** Claims the right to ask until `until` or the recorded result. None during a back-off or another's request. */
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
  // Null: the claim of another worker has just ended.
  return { retryAt: retryAt ?? claim.now }
}

export async function recordGoodAnswer(tx: Transaction, answer: { name: MarketSourceName; at: Date }): Promise<void> {
  await tx.marketSource.update({
    where: { name: answer.name },
    data: { failures: 0, retryAt: null, lastError: null, lastGoodAt: answer.at },
  })
}

export async function recordFailure(
  tx: Transaction,
  trouble: { name: MarketSourceName; failures: number; retryAt: Date; error: string },
): Promise<void> {
  const { name, failures, retryAt, error } = trouble
  await tx.marketSource.update({ where: { name }, data: { failures, retryAt, lastError: error } })
}

export type SourceState = { name: string; failures: number; lastGoodAt: Date | null }

/** All services that were ever asked, by name. */
export async function findSources(db: Database): Promise<SourceState[]> {
  return db.marketSource.findMany({
    orderBy: { name: 'asc' },
    select: { name: true, failures: true, lastGoodAt: true },
  })
}
