/** What our accounts held on their ledger beside what the books said, at each comparison. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { ASSETS, type Asset, assetsOf, type Network } from '#app/kernel/domain/assets.ts'
import type { BooksFinding } from '#app/ledgers/books/domain/reconciliation.ts'
import type { BooksPlace } from './books.server.ts'

export type AccountRole = 'client' | 'fee' | 'own'

export type Reconciliation = BooksPlace & {
  role: AccountRole
  at: Date
  onLedger: bigint
  booked: bigint
  /** On the ledger already; booked as soon as the worker has read its outcome. */
  underWay: bigint
  /** What the ledger holds beyond `booked` and `underWay`; below 0: money is missing there. */
  difference: bigint
  /** Parts of `booked`: clients' money, and our own operating money. */
  owed: bigint
  float: bigint
  /** The part of `owed` in open escrows, and how many escrows were settled in full; null: not read at that time. */
  inEscrows: bigint | null
  settledEscrows: number | null
  findings: BooksFinding[]
}

export async function storeReconciliation(tx: Transaction, row: Reconciliation & { id: string }): Promise<void> {
  await tx.reconciliation.create({
    data: {
      ...row,
      onLedger: row.onLedger.toString(),
      booked: row.booked.toString(),
      underWay: row.underWay.toString(),
      difference: row.difference.toString(),
      owed: row.owed.toString(),
      float: row.float.toString(),
      inEscrows: row.inEscrows?.toString() ?? null,
    },
    select: { id: true },
  })
}

export async function findLastReconciliations(db: Database | Transaction): Promise<Reconciliation[]> {
  // Walks the index from place to place: otherwise all rows ever stored would be read.
  const last = await db.$queryRaw<{ id: string }[]>`
    with recursive place as (
      (select "network", "account", "asset" from "reconciliation" order by 1, 2, 3 limit 1)
      union all
      select following.* from place cross join lateral (
        select r."network", r."account", r."asset" from "reconciliation" r
        where (r."network", r."account", r."asset") > (place."network", place."account", place."asset")
        order by 1, 2, 3 limit 1
      ) following
    )
    select newest."id"::text as "id" from place cross join lateral (
      select r."id" from "reconciliation" r
      where r."network" = place."network" and r."account" = place."account" and r."asset" = place."asset"
      order by r."at" desc, r."id" desc limit 1
    ) newest`
  const rows = await db.reconciliation.findMany({
    where: { id: { in: last.map(({ id }) => id) } },
    orderBy: [{ network: 'asc' }, { account: 'asc' }, { asset: 'asc' }],
  })
  return rows
    .map((row) => ({
      network: row.network,
      account: row.account,
      asset: row.asset,
      role: row.role as AccountRole,
      at: row.at,
      onLedger: BigInt(row.onLedger.toFixed()),
      booked: BigInt(row.booked.toFixed()),
      underWay: BigInt(row.underWay.toFixed()),
      difference: BigInt(row.difference.toFixed()),
      owed: BigInt(row.owed.toFixed()),
      float: BigInt(row.float.toFixed()),
      inEscrows: row.inEscrows && BigInt(row.inEscrows.toFixed()),
      settledEscrows: row.settledEscrows,
      findings: row.findings as BooksFinding[],
    }))
    .toSorted((a, b) => ASSETS.indexOf(a.asset) - ASSETS.indexOf(b.asset))
}

/** Escrows in an asset whose money has been paid out in full, to the seller or back. */
export async function countSettledEscrows(db: Database | Transaction, asset: Asset): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from (
      select 1 from "transfer" where "asset" = ${asset}::"Asset" and "purpose" in ('release', 'refund') and "lockId" is null
      group by "escrowId" having bool_and("state" = 'confirmed')) as "settled"`
  return row?.count ?? 0
}

/** Whether every comparison from the last one up to `since` on found a difference. False: there was none that early. */
export async function hasDifferedSince(
  db: Database | Transaction,
  { network, account, asset }: BooksPlace,
  since: Date,
): Promise<boolean> {
  const of = { network, account, asset }
  const select = { difference: true }
  const [first, later] = await Promise.all([
    db.reconciliation.findFirst({
      where: { ...of, at: { lte: since } },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      select,
    }),
    db.reconciliation.findMany({ where: { ...of, at: { gt: since } }, select }),
  ])
  return first !== null && [first, ...later].every(({ difference }) => !difference.isZero())
}

/** Stops the payouts of a ledger; false: stopped for this cause already. Only an operator lifts it. */
export async function stopForBooks(
  tx: Transaction,
  stop: { id: string; network: Network; reason: string; at: Date },
): Promise<boolean> {
  const stopped = await tx.$executeRaw`
    insert into "payout_stop" ("id", "network", "cause", "reason", "beganAt")
    values (${stop.id}::uuid, ${stop.network}::"Network", 'books', ${stop.reason}, ${stop.at})
    on conflict ("network", "cause") where "endedAt" is null do nothing`
  return stopped === 1
}

export function assetsOn(network: Network): Asset[] {
  return assetsOf(network)
}
