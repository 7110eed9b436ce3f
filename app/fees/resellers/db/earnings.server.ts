/** Earnings of resellers. Triggers enforce the order of their states (decision 027). */

import type { Reversal } from '#app/fees/resellers/domain/earning.ts'
import { beside } from '#app/kernel/db/beside.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { Slice } from '#app/kernel/domain/paging/list-place.ts'

/** Rows for one statement. */
const SLICE = 500

/** Marks due earnings as payable, one slice; repeat until 0. `before`: for rows that were promised no day. */
export async function ripenSome(db: Database, { now, before }: { now: Date; before: Date }): Promise<number> {
  return db.$executeRaw`
    update "reseller_earning" set "status" = 'payable', "payableFrom" = coalesce("payableFrom", ${now})
    where "id" in (
      select "id" from "reseller_earning"
      where "status" = 'accrued' and coalesce("payableFrom" <= ${now}, "createdAt" <= ${before})
      order by "createdAt", "id" limit ${SLICE} for update skip locked
    )`
}

/** A bound that a payout's page can show; the rest goes into the next payout. */
const MOST_AT_ONCE = 5_000

/** Returns what can be paid to a reseller now, oldest first, with the rows locked. Lock the reseller first. */
export async function lockPayable(tx: Transaction, resellerId: string): Promise<{ ids: string[]; usd: Decimal }> {
  const rows = await tx.$queryRaw<{ id: string; usd: Prisma.Decimal }[]>`
    select "id"::text as "id", "commissionUSD" as "usd" from "reseller_earning"
    where "resellerId" = ${resellerId} and "status" in ('accrued', 'payable')
      and "status" = 'payable' and "resellerPayoutId" is null and "commissionUSD" > 0
    order by "createdAt", "id" limit ${MOST_AT_ONCE} for update`
  const usd = rows.reduce((sum, row) => sum.plus(toDecimal(row.usd)), toDecimal(0))
  return { ids: rows.map(({ id }) => id), usd }
}

export async function putIntoPayout(
  tx: Transaction,
  { ids, resellerPayoutId }: { ids: readonly string[]; resellerPayoutId: string },
): Promise<void> {
  await tx.$executeRaw`
    update "reseller_earning" set "resellerPayoutId" = ${resellerPayoutId}::uuid where "id" = any(${[...ids]}::uuid[])`
}

export type UnpaidSums = { resellerId: string; accrued: Decimal; payable: Decimal; onItsWay: Decimal }

/** Returns the sums not paid yet for these resellers; a reseller without any is left out. */
export async function sumUnpaid(db: Database | Transaction, resellerIds: readonly string[]): Promise<UnpaidSums[]> {
  const rows = await db.$queryRaw<
    { resellerId: string; accrued: Prisma.Decimal; payable: Prisma.Decimal; onItsWay: Prisma.Decimal }[]
  >`
    select "resellerId",
      coalesce(sum("commissionUSD") filter (where "status" = 'accrued'), 0) as "accrued",
      coalesce(sum("commissionUSD") filter (where "status" = 'payable' and "resellerPayoutId" is null), 0) as "payable",
      coalesce(sum("commissionUSD") filter (where "resellerPayoutId" is not null), 0) as "onItsWay"
    from "reseller_earning"
    where "resellerId" = any(${[...resellerIds]}) and "status" in ('accrued', 'payable') group by "resellerId"`
  return rows.map(({ resellerId, accrued, payable, onItsWay }) => ({
    resellerId,
    accrued: toDecimal(accrued),
    payable: toDecimal(payable),
    onItsWay: toDecimal(onItsWay),
  }))
}

/** Returns `take` resellers to whom something can be paid, longest-waiting first, and how many there are in total. */
export async function findPayable(db: Database, take: number) {
  const rows = await db.$queryRaw<
    { id: string; name: string; hasWallet: boolean; usd: Prisma.Decimal; since: Date; count: number }[]
  >`
    select r."id"::text as "id", r."name", r."address" is not null as "hasWallet", e."usd", e."since",
      count(*) over ()::int as "count"
    from (
      select "resellerId", sum("commissionUSD") as "usd", min(coalesce("payableFrom", "createdAt")) as "since"
      from "reseller_earning"
      where "status" in ('accrued', 'payable') and "status" = 'payable' and "resellerPayoutId" is null and "commissionUSD" > 0
      group by "resellerId"
    ) e join "reseller" r on r."resellerId" = e."resellerId"
    order by e."since", r."id" limit ${take}`
  const [first] = rows
  return { count: first?.count ?? 0, rows: rows.map(({ count: _, ...row }) => ({ ...row, usd: toDecimal(row.usd) })) }
}

/** What a reseller may see of an earning: neither the fee's payer nor its payment. */
const EARNING = {
  id: true,
  code: true,
  commissionUSD: true,
  feeNetUSD: true,
  payoutRate: true,
  status: true,
  payableFrom: true,
  resellerPayoutId: true,
  paidHash: true,
  paidAt: true,
  reversedAt: true,
  reversedFor: true,
  createdAt: true,
  resellerPayout: { select: { asset: true } },
} satisfies Prisma.ResellerEarningSelect

export type StoredEarning = ReturnType<typeof toEarning>

function toEarning(row: Prisma.ResellerEarningGetPayload<{ select: typeof EARNING }>) {
  return {
    ...row,
    commissionUSD: toDecimal(row.commissionUSD),
    feeNetUSD: toDecimal(row.feeNetUSD),
    payoutRate: toDecimal(row.payoutRate),
  }
}

/** Newest first. `between` bounds a statement. */
export async function findEarnings(
  db: Database,
  { resellerId, place, take, between }: Slice & { resellerId: string; between?: { from: Date; before: Date } },
): Promise<StoredEarning[]> {
  const { where, direction } = beside(place, { order: 'desc', by: (createdAt) => ({ createdAt }) })
  const bounds = between ? [{ createdAt: { gte: between.from, lt: between.before } }] : []
  const rows = await db.resellerEarning.findMany({
    where: { resellerId, AND: [where, ...bounds] },
    orderBy: [{ createdAt: direction }, { id: direction }],
    take,
    select: EARNING,
  })
  return rows.map(toEarning)
}

/** Locks the row. Null: this reseller has no such earning. */
export async function lockEarning(tx: Transaction, of: { id: string; resellerId: string }) {
  await tx.$queryRaw`select 1 from "reseller_earning" where "id" = ${of.id}::uuid for update`
  const select = { ...EARNING, currency: true } satisfies Prisma.ResellerEarningSelect
  const row = await tx.resellerEarning.findFirst({ where: of, select })
  return row && { ...toEarning(row), currency: row.currency }
}

/** How many commissions this transaction has reversed. Its row is locked, so that nobody else adds one meanwhile. */
export async function countReversedBy(tx: Transaction, by: { id: string; hash: string }): Promise<number> {
  await tx.$queryRaw`select 1 from "outgoing_transaction" where "id" = ${by.id}::uuid for update`
  return tx.resellerEarning.count({ where: { reverseHash: by.hash } })
}

export async function reverse(
  tx: Transaction,
  reversed: { id: string; why: Reversal; hash: string | null; reason: string; by: string; at: Date },
): Promise<void> {
  const { id, why: reversedFor, hash: reverseHash, reason: reverseReason, by: reversedById, at: reversedAt } = reversed
  const data = { status: 'reversed', reversedFor, reverseHash, reverseReason, reversedById, reversedAt }
  await tx.resellerEarning.update({ where: { id }, data, select: { id: true } })
}
