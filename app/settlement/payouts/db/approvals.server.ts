/** Payouts and on-chain deposits above a limit, and the second person's approval (docs/decisions/020, 119). */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { PayoutPurpose } from '#app/kernel/domain/payout-state.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { lockPayout } from './payouts.server.ts'

/** An approval is of a payout, or of the clearance of an on-chain deposit. */
export type Approved = { payoutId: string; clearanceId?: never } | { clearanceId: string; payoutId?: never }

export type AboveLimit = Wallet & {
  id: string
  isLock: boolean
  /** Why this operator may not: they decided about the money, or changed a party's account. Same as the trigger. */
  own: 'decision' | 'change' | null
  /** Null: of no escrow. */
  escrowId: string | null
  transactionId: string | null
  /** The reseller whose earnings it pays. Null: no earnings. */
  reseller: string | null
  purpose: PayoutPurpose
  asset: Asset
  amount: Decimal
  usdValue: Decimal | null
  aboveLimit: string
  since: Date
}

/** For a payout `p`. */
const PAYOUT_WAITS = Prisma.sql`p."state" = 'queued' and p."aboveLimit" is not null and p."clearedAt" is null`

/** For a clearance `c`, with literals as in its partial index, which Prisma's cast parameters would not match. */
export const CLEARANCE_WAITS = Prisma.sql`c."clearedAt" is null and c."closedAt" is null and c."aboveLimit" is not null
  and not exists (select 1 from "settlement_approval" a where a."clearanceId" = c."id")`

export async function countAboveLimit(db: Database): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select (select count(*) from "transfer" p where ${PAYOUT_WAITS})::int
      + (select count(*) from "hold_clearance" c where ${CLEARANCE_WAITS})::int as "count"`
  return row?.count ?? 0
}

/** Those that wait for a second person, longest-waiting first, with whether this operator may approve. */
export async function findAboveLimit(db: Database, asked: { operatorId: string; take: number }): Promise<AboveLimit[]> {
  const { operatorId, take } = asked
  return select(db, {
    operatorId,
    waiting: Prisma.sql`
      (select p."id" as "payoutId", null::uuid as "clearanceId", p."createdAt" as "since" from "transfer" p
        where ${PAYOUT_WAITS} order by 3, 1 limit ${take})
      union all
      (select null, c."id", c."askedAt" from "hold_clearance" c where ${CLEARANCE_WAITS} order by 3, 2 limit ${take})
      order by "since", "payoutId", "clearanceId" limit ${take}`,
  })
}

/** Locks what it is of first, then itself, as everybody does. Null: it does not wait for an approval. */
export async function lockAboveLimit(
  tx: Transaction,
  { payoutId, clearanceId, operatorId }: Approved & { operatorId: string },
): Promise<AboveLimit | null> {
  if (payoutId === undefined) {
    await tx.$queryRaw`
      select 1 from "escrow" where "id" = (select "escrowId" from "hold_clearance" where "id" = ${clearanceId}::uuid) for update`
    await tx.$queryRaw`select 1 from "hold_clearance" where "id" = ${clearanceId}::uuid for update`
  } else await lockPayout(tx, payoutId)
  const waiting =
    payoutId === undefined
      ? Prisma.sql`select null::uuid as "payoutId", c."id" as "clearanceId", c."askedAt" as "since" from "hold_clearance" c
          where c."id" = ${clearanceId}::uuid and ${CLEARANCE_WAITS}`
      : Prisma.sql`select p."id" as "payoutId", null::uuid as "clearanceId", p."createdAt" as "since" from "transfer" p
          where p."id" = ${payoutId}::uuid and ${PAYOUT_WAITS}`
  const [row] = await select(tx, { operatorId, waiting })
  return row ?? null
}

type Row = Omit<AboveLimit, 'amount' | 'usdValue'> & { amount: Prisma.Decimal; usdValue: Prisma.Decimal | null }

async function select(
  db: Database | Transaction,
  { operatorId, waiting }: { operatorId: string; waiting: Prisma.Sql },
): Promise<AboveLimit[]> {
  const rows = await db.$queryRaw<Row[]>`
    with "waiting" as (${waiting})
    select coalesce(p."id", c."id")::text as "id", c."id" is not null as "isLock", "why_not_approve"(p."id", c."id", ${operatorId}::uuid) as "own",
      e."id"::text as "escrowId", e."transactionId", r."id"::text as "reseller", coalesce(p."purpose"::text, 'release') as "purpose",
      coalesce(p."asset", e."currency")::text as "asset", coalesce(p."amount", e."amount") as "amount",
      coalesce(p."address", a."sellerWallet") as "address", case when c."id" is null then p."memo" else a."sellerTag" end as "memo",
      coalesce(p."usdValue", c."usdValue") as "usdValue", coalesce(p."aboveLimit", c."aboveLimit") as "aboveLimit", w."since"
    from "waiting" w
    left join "transfer" p on p."id" = w."payoutId"
    left join "hold_clearance" c on c."id" = w."clearanceId"
    left join "hold_agreement" a on a."id" = c."agreementId"
    left join "escrow" e on e."id" = coalesce(p."escrowId", c."escrowId")
    left join "reseller_payout" o on o."id" = p."resellerPayoutId"
    left join "reseller" r on r."resellerId" = o."resellerId"
    order by w."since", 1`
  return rows.map((row) => ({ ...row, amount: toDecimal(row.amount), usdValue: toDecimalOrNull(row.usdValue) }))
}

/** True when an operator, or `operatorId`, has approved it for that wallet. */
export async function isApproved(
  tx: Transaction,
  { wallet, ...of }: Approved & { wallet: Wallet; operatorId?: string },
): Promise<boolean> {
  return (await tx.settlementApproval.count({ where: { ...of, ...wallet } })) > 0
}

/** Throws a unique-constraint error for an operator's second approval, and the trigger's error for a forbidden one. */
export async function storeApproval(
  tx: Transaction,
  approval: Approved & {
    operatorId: string
    wallet: Wallet
    usdValue: Decimal | null
    aboveLimit: string
    reason: string
    at: Date
  },
): Promise<void> {
  const { wallet, usdValue, ...facts } = approval
  const data = { ...facts, ...wallet, usdValue: usdValue && plain(usdValue) }
  await tx.settlementApproval.create({ data, select: { id: true } })
  const { payoutId, clearanceId, at: clearedAt } = approval
  if (payoutId === undefined) {
    await tx.holdClearance.update({ where: { id: clearanceId }, data: { waitsFor: null }, select: { id: true } })
    return
  }
  const id = payoutId
  await tx.transfer.updateMany({ where: { id }, data: { clearedAt, wakes: { increment: 1 } } })
  // Only its turn is missing now.
  await tx.transfer.updateMany({ where: { id, waitsFor: 'second_operator' }, data: { waitsFor: 'turn' } })
}
