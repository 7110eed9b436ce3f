/**
 * That an agreement was compared, weighed and let through before its lock, and the second operator's yes to those above a limit (docs/decisions/119).
 * Triggers hold each step.
 */
import { Prisma } from '#app/db/generated/client.ts'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/db/kernel/decimal.server.ts'
import { type Decimal, plain } from '#app/domain/kernel/money.ts'
import type { Limit } from '#app/domain/payouts/payout-limits.ts'

export type ClearanceWait = 'check' | 'lists' | 'second_operator'

/** One that is not through yet. */
export type OpenClearance = {
  id: string
  agreementId: string
  hasWaited: boolean
  usdValue: Decimal | null
  aboveLimit: string | null
  approvedById: string | null
}

const OPEN = { clearedAt: null, closedAt: null } satisfies Prisma.HoldClearanceWhereInput

/** False: another one is open already. */
export async function openClearance(
  tx: Transaction,
  opened: { id: string; agreementId: string; escrowId: string; askedAt: Date },
): Promise<boolean> {
  const { count } = await tx.holdClearance.createMany({ data: [opened], skipDuplicates: true })
  return count === 1
}

export async function findOpenClearance(db: Database, agreementId: string): Promise<OpenClearance | null> {
  const row = await db.holdClearance.findFirst({
    where: { agreementId, ...OPEN },
    select: { id: true, agreementId: true, hasWaited: true, usdValue: true, aboveLimit: true, approvedById: true },
  })
  return row && { ...row, usdValue: toDecimalOrNull(row.usdValue) }
}

/** Is the lock of this agreement offered now? */
export async function isCleared(
  db: Database | Transaction,
  { agreementId, now }: { agreementId: string; now: Date },
): Promise<boolean> {
  return (await db.holdClearance.count({ where: { agreementId, goodUntil: { gt: now } } })) > 0
}

/** What was offered is signed, sent and found within a day. */
const CARRIED_OUT_MS = 86_400_000

/** Would what is locked at this moment count? As the trigger asks it. */
export async function mayLockAt(
  db: Database | Transaction,
  { agreementId, at }: { agreementId: string; at: Date },
): Promise<boolean> {
  const from = new Date(at.getTime() - CARRIED_OUT_MS)
  return (await db.holdClearance.count({ where: { agreementId, goodUntil: { gte: from } } })) > 0
}

/** Was it ever let through? */
export async function wasCleared(db: Database | Transaction, agreementId: string): Promise<boolean> {
  return (await db.holdClearance.count({ where: { agreementId, clearedAt: { not: null } } })) > 0
}

/** Whoever asked for it waits, and for what. */
export async function noteClearanceWait(
  db: Database | Transaction,
  { id, waitsFor, at }: { id: string; waitsFor: ClearanceWait; at: Date },
): Promise<void> {
  await db.holdClearance.updateMany({ where: { id, ...OPEN }, data: { waitsFor, hasWaited: true, lookedAt: at } })
}

/** What weighing came to. */
export async function storeClearanceWeighing(
  tx: Transaction,
  { id, usdValue, aboveLimit }: { id: string; usdValue: Decimal | null; aboveLimit: Limit | null },
): Promise<void> {
  const data = { usdValue: usdValue && plain(usdValue), aboveLimit }
  await tx.holdClearance.updateMany({ where: { id, ...OPEN, approvedById: null }, data })
}

/** Compare-and-set: it is through, `isUsed` where the money is locked already. Throws the trigger's error where somebody is held or was not compared. */
export async function letThrough(
  tx: Transaction,
  { id, goodUntil, isUsed }: { id: string; goodUntil: Date; isUsed: boolean },
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    update "hold_clearance" set "clearedAt" = clock_timestamp(), "goodUntil" = ${goodUntil}, "waitsFor" = null,
      "usedAt" = case when ${isUsed} then clock_timestamp() end
    where "id" = ${id}::uuid and "clearedAt" is null and "closedAt" is null`
  return changed === 1
}

/** Nothing is to be locked any more with those of an escrow that are open, but for the one of `except`. */
export async function closeClearances(
  db: Database,
  { escrowId, except, at }: { escrowId: string; except: string | null; at: Date },
): Promise<void> {
  const others = except === null ? {} : { agreementId: { not: except } }
  await db.holdClearance.updateMany({ where: { escrowId, ...others, ...OPEN }, data: { closedAt: at, waitsFor: null } })
}

/** Escrows of those that are open and that nobody has looked at since `before`, the longest first; they count as looked at from now on. */
export async function takeOpenClearances(
  db: Database,
  { before, now, take }: { before: Date; now: Date; take: number },
): Promise<string[]> {
  // With the words in the statement itself the index of what is open serves it.
  const rows = await db.$queryRaw<{ escrowId: string }[]>`
    update "hold_clearance" set "lookedAt" = ${now} where "id" in (
      select "id" from "hold_clearance" where "clearedAt" is null and "closedAt" is null and coalesce("lookedAt", "askedAt") < ${before}
      order by "lookedAt" nulls first, "id" limit ${take} for update skip locked
    ) returning "escrowId"::text as "escrowId"`
  return rows.map(({ escrowId }) => escrowId)
}

const ABOVE = { ...OPEN, aboveLimit: { not: null }, approvedById: null } satisfies Prisma.HoldClearanceWhereInput

const ROW = {
  id: true,
  escrowId: true,
  usdValue: true,
  aboveLimit: true,
  askedAt: true,
  agreement: {
    select: {
      sellerWallet: true,
      sellerTag: true,
      hold: {
        select: {
          escrow: {
            select: {
              transactionId: true,
              currency: true,
              amount: true,
              // Of what was locked before it was weighed: none of those who decided about the money lets it through, too (trigger).
              disputes: { where: { decision: { in: ['release', 'refund', 'split'] } }, select: { decidedById: true } },
            },
          },
        },
      },
    },
  },
} satisfies Prisma.HoldClearanceSelect

function toRow({ agreement, usdValue, askedAt, ...row }: Prisma.HoldClearanceGetPayload<{ select: typeof ROW }>) {
  const { transactionId, currency: asset, amount, disputes } = agreement.hold.escrow
  return {
    ...row,
    createdAt: askedAt,
    transactionId,
    asset,
    amount: toDecimal(amount),
    usdValue: toDecimalOrNull(usdValue),
    sellerWallet: { address: agreement.sellerWallet, memo: agreement.sellerTag },
    decidedBy: disputes.flatMap(({ decidedById }) => decidedById ?? []),
  }
}

export type ClearanceAboveLimit = ReturnType<typeof toRow>

/** In the words of the index of those: Prisma sends them as parameters that are cast, and no partial index serves those. */
export const CLEARANCE_WAITS = Prisma.sql`"clearedAt" is null and "closedAt" is null and "aboveLimit" is not null and "approvedById" is null`

export async function countClearancesAboveLimit(db: Database): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from "hold_clearance" where ${CLEARANCE_WAITS}`
  return row?.count ?? 0
}

/** Those that wait for a second operator, the longest-waiting first. */
export async function findClearancesAboveLimit(db: Database, take: number): Promise<ClearanceAboveLimit[]> {
  const found = await db.$queryRaw<{ id: string }[]>`
    select "id"::text from "hold_clearance" where ${CLEARANCE_WAITS} order by "askedAt", "id" limit ${take}`
  const rows = await db.holdClearance.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    orderBy: [{ askedAt: 'asc' }, { id: 'asc' }],
    select: ROW,
  })
  return rows.map(toRow)
}

/** Its escrow and itself locked, with what an approval depends on; null when it does not wait for one. */
export async function lockClearanceAboveLimit(tx: Transaction, id: string): Promise<ClearanceAboveLimit | null> {
  await tx.$queryRaw`
    select 1 from "escrow" where "id" = (select "escrowId" from "hold_clearance" where "id" = ${id}::uuid) for update`
  await tx.$queryRaw`select 1 from "hold_clearance" where "id" = ${id}::uuid for update`
  const row = await tx.holdClearance.findFirst({ where: { ...ABOVE, id }, select: ROW })
  return row && toRow(row)
}

/** Has this operator let it through? */
export async function hasApprovedClearance(
  tx: Transaction,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<boolean> {
  return (await tx.holdClearance.count({ where: { id, approvedById: operatorId } })) > 0
}

/** Throws the trigger's error for one that may not be given. */
export async function storeClearanceApproval(
  tx: Transaction,
  { id, operatorId, reason, at }: { id: string; operatorId: string; reason: string; at: Date },
): Promise<void> {
  const data = { approvedById: operatorId, approvalReason: reason, approvedAt: at, waitsFor: null }
  await tx.holdClearance.update({ where: { id }, data, select: { id: true } })
}
