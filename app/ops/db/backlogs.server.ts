/** How many rows wait, and since when: counted through partial indexes, so that finished rows cost nothing. */
import type { Database } from '#app/kernel/db/client.server.ts'
import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { WAITS_FOR, type WaitsFor } from '#app/kernel/domain/payout-state.ts'
import type { Backlog, DisputeBacklog } from '#app/ops/domain/machine.ts'
import { waitingFor } from '#app/settlement/payouts/domain/waiting-payout.ts'

const EMPTY: Backlog = { count: 0, oldestAt: null, newestAt: null }

export type Queue = { underWay: Backlog; waiting: Record<WaitsFor, Backlog>; failed: Backlog; blocked: Backlog }

type QueueRow = { network: Network; state: 'queued' | 'blocked'; waitsFor: string | null; hasFailed: boolean } & Backlog

/** Payouts that are not final, by ledger and by what they wait for. */
export async function findQueues(db: Database): Promise<Record<Network, Queue>> {
  const [rows, underWay] = await Promise.all([
    db.$queryRaw<QueueRow[]>`
      select "network", "state", "waitsFor", coalesce("blockedReason" = 'payout_failed', false) as "hasFailed",
        count(*)::int as "count", min("createdAt") as "oldestAt", max("createdAt") as "newestAt"
      from "transfer" where "state" in ('queued', 'blocked') group by 1, 2, 3, 4`,
    db.$queryRaw<({ network: Network } & Backlog)[]>`
      select p."network", count(*)::int as "count", min(p."createdAt") as "oldestAt", max(p."createdAt") as "newestAt"
      from "transfer_attempt" a join "transfer" p on p."id" = a."payoutId" where a."state" = 'live' group by 1`,
  ])
  const heapOf = (network: Network, isOfIt: (row: QueueRow) => boolean) =>
    rows.filter((row) => row.network === network && isOfIt(row)).reduce(joined, EMPTY)
  const queueOf = (network: Network): Queue => ({
    underWay: underWay.filter((row) => row.network === network).reduce(joined, EMPTY),
    waiting: Object.fromEntries(
      WAITS_FOR.map((reason) => [reason, heapOf(network, (row) => waitingFor(row) === reason)]),
    ) as Record<WaitsFor, Backlog>,
    failed: heapOf(network, ({ state, hasFailed }) => state === 'blocked' && hasFailed),
    blocked: heapOf(network, ({ state, hasFailed }) => state === 'blocked' && !hasFailed),
  })
  return Object.fromEntries(NETWORKS.map((network) => [network, queueOf(network)])) as Record<Network, Queue>
}

/** Emails due and not sent, and those given up since a moment. One not tried yet may have been postponed. */
export async function findEmailBacklogs(
  db: Database,
  { now, givenUpSince }: { now: Date; givenUpSince: Date },
): Promise<{ owed: Backlog; givenUp: Backlog }> {
  const [owed, givenUp] = await Promise.all([
    db.$queryRaw<Backlog[]>`
      select count(*)::int as "count", min("owedAt") as "oldestAt", max("owedAt") as "newestAt"
      from (select case when "attempts" = 0 then greatest("createdAt", "nextTryAt") else "createdAt" end as "owedAt"
        from "outbox_letter" where "sentAt" is null and "givenUpAt" is null and "withheldFor" is null) l
      where "owedAt" <= ${now}`,
    db.$queryRaw<Backlog[]>`
      select count(*)::int as "count", min("givenUpAt") as "oldestAt", max("givenUpAt") as "newestAt"
      from "outbox_letter" l where "givenUpAt" >= ${givenUpSince} and not exists (
        select 1 from "desk_note" n where n."letterId" = l."id" and n."kind" = 'send_letter')`,
  ])
  return { owed: owed[0] ?? EMPTY, givenUp: givenUp[0] ?? EMPTY }
}

/** What waits for an operator's decision. */
export async function findDecisionBacklogs(
  db: Database,
): Promise<{ cases: Backlog; disputes: DisputeBacklog; reviews: Backlog }> {
  const [cases, disputes, reviews] = await Promise.all([
    db.$queryRaw<Backlog[]>`
      select count(*)::int as "count", min("openedAt") as "oldestAt", max("openedAt") as "newestAt"
      from "payment_case" where "closedAt" is null`,
    db.$queryRaw<DisputeBacklog[]>`
      select count(*)::int as "count", min(d."openedAt") as "oldestAt", max(d."openedAt") as "newestAt", (
        select min(h."deadline") from "dispute" o join "hold" h on h."escrowId" = o."escrowId"
          join "hold_lock" k on k."escrowId" = o."escrowId" and k."counts" and k."end" is null
          where o."decision" is null) as "firstLedgerDate"
      from "dispute" d where d."decision" is null`,
    db.$queryRaw<Backlog[]>`
      select count(*)::int as "count", min("openedAt") as "oldestAt", max("openedAt") as "newestAt"
      from "screening_review" where "state" not in ('false_match', 'true_match') or "wanted" is not null`,
  ])
  return {
    cases: cases[0] ?? EMPTY,
    disputes: disputes[0] ?? { ...EMPTY, firstLedgerDate: null },
    reviews: reviews[0] ?? EMPTY,
  }
}

/**
 * Open sanctions matches of a person or wallet whose money is in an on-chain escrow, which continues meanwhile
 * (docs/decisions/119). Starts from the few open matches; each branch uses an index.
 */
export async function findLockedAlike(db: Database): Promise<Backlog> {
  const rows = await db.$queryRaw<Backlog[]>`
    select count(*)::int as "count", min("openedAt") as "oldestAt", max("openedAt") as "newestAt"
    from "screening_review" r
    where ("state" not in ('false_match', 'true_match') or "wanted" is not null) and r."state" not in ('false_match', 'true_match') and (
      exists (select 1 from "escrow" e join "hold_lock" l on l."escrowId" = e."id" and l."counts" and l."end" is null
        where e."buyerId" = r."personId")
      or exists (select 1 from "escrow" e join "hold_lock" l on l."escrowId" = e."id" and l."counts" and l."end" is null
        where e."sellerId" = r."personId")
      or (r."subject" like 'wallet:%' and (
        exists (select 1 from "hold" h join "hold_lock" l on l."escrowId" = h."escrowId" and l."counts" and l."end" is null
          where h."buyerWallet" = substr(r."subject", 8))
        or exists (select 1 from "hold_agreement" a join "hold_lock" l on l."agreementId" = a."id" and l."counts" and l."end" is null
          where a."sellerWallet" = substr(r."subject", 8)))))`
  return rows[0] ?? EMPTY
}

/** Account changes that wait for a second operator, and those that an old mailbox has stopped since a moment. */
export async function findChangeBacklogs(
  db: Database,
  { now, objectedSince }: { now: Date; objectedSince: Date },
): Promise<{ changes: Backlog; objections: Backlog }> {
  const [changes, objections] = await Promise.all([
    db.$queryRaw<Backlog[]>`
      select count(*)::int as "count", min("changedAt") as "oldestAt", max("changedAt") as "newestAt"
      from "account_change" where "endedAt" is null and "stillUntil" > ${now}`,
    db.$queryRaw<Backlog[]>`
      select count(*)::int as "count", min("endedAt") as "oldestAt", max("endedAt") as "newestAt"
      from "account_change" where "end" = 'objected' and "endedAt" > ${objectedSince}`,
  ])
  return { changes: changes[0] ?? EMPTY, objections: objections[0] ?? EMPTY }
}

function joined(a: Backlog, b: Backlog): Backlog {
  const times = [a.oldestAt, b.oldestAt, a.newestAt, b.newestAt].flatMap((time) => time ?? [])
  const sorted = times.toSorted((x, y) => x.getTime() - y.getTime())
  return { count: a.count + b.count, oldestAt: sorted[0] ?? null, newestAt: sorted.at(-1) ?? null }
}
