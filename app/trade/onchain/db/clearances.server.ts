/** Screening and weighing of an agreement before its deposit (decision 119). Triggers hold each step. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Limit } from '#app/settlement/payouts/domain/payout-limits.ts'

export type ClearanceWait = 'check' | 'lists' | 'second_operator'

/** Not cleared and not closed yet. */
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
    select: {
      id: true,
      agreementId: true,
      hasWaited: true,
      usdValue: true,
      aboveLimit: true,
      approval: { select: { operatorId: true } },
    },
  })
  if (!row) return null
  const { approval, usdValue, ...open } = row
  return { ...open, usdValue: toDecimalOrNull(usdValue), approvedById: approval?.operatorId ?? null }
}

/** Is the deposit of this agreement offered now? */
export async function isCleared(
  db: Database | Transaction,
  { agreementId, now }: { agreementId: string; now: Date },
): Promise<boolean> {
  return (await db.holdClearance.count({ where: { agreementId, goodUntil: { gt: now } } })) > 0
}

/** A deposit that was offered is signed, sent and found within a day. */
const CARRIED_OUT_MS = 86_400_000

/** Would a deposit made at this moment count? The trigger applies the same rule. */
export async function mayDepositAt(
  db: Database | Transaction,
  { agreementId, at }: { agreementId: string; at: Date },
): Promise<boolean> {
  const from = new Date(at.getTime() - CARRIED_OUT_MS)
  return (await db.holdClearance.count({ where: { agreementId, goodUntil: { gte: from } } })) > 0
}

export async function wasCleared(db: Database | Transaction, agreementId: string): Promise<boolean> {
  return (await db.holdClearance.count({ where: { agreementId, clearedAt: { not: null } } })) > 0
}

/** Notes what an open clearance waits for, and that somebody had to wait. */
export async function noteClearanceWait(
  db: Database | Transaction,
  { id, waitsFor, at }: { id: string; waitsFor: ClearanceWait; at: Date },
): Promise<void> {
  await db.holdClearance.updateMany({ where: { id, ...OPEN }, data: { waitsFor, hasWaited: true, lookedAt: at } })
}

/** Stores the value and the limit that was exceeded, unless an operator has approved already. */
export async function storeClearanceWeighing(
  tx: Transaction,
  { id, usdValue, aboveLimit }: { id: string; usdValue: Decimal | null; aboveLimit: Limit | null },
): Promise<void> {
  const data = { usdValue: usdValue && plain(usdValue), aboveLimit }
  await tx.holdClearance.updateMany({ where: { id, ...OPEN, approval: { is: null } }, data })
}

/** Compare-and-set. `isUsed`: the deposit exists already. Throws the trigger's error: a match, or not screened. */
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

/** Closes the open clearances of an escrow, except those of the agreement `except`. */
export async function closeClearances(
  db: Database,
  { escrowId, except, at }: { escrowId: string; except: string | null; at: Date },
): Promise<void> {
  const others = except === null ? {} : { agreementId: { not: except } }
  await db.holdClearance.updateMany({ where: { escrowId, ...others, ...OPEN }, data: { closedAt: at, waitsFor: null } })
}

/** Claims the escrows of open clearances not polled since `before`, longest first, and marks them as polled. */
export async function takeOpenClearances(
  db: Database,
  { before, now, take }: { before: Date; now: Date; take: number },
): Promise<string[]> {
  // With literal conditions in the statement the partial index of open clearances serves it.
  const rows = await db.$queryRaw<{ escrowId: string }[]>`
    update "hold_clearance" set "lookedAt" = ${now} where "id" in (
      select "id" from "hold_clearance" where "clearedAt" is null and "closedAt" is null and coalesce("lookedAt", "askedAt") < ${before}
      order by "lookedAt" nulls first, "id" limit ${take} for update skip locked
    ) returning "escrowId"::text as "escrowId"`
  return rows.map(({ escrowId }) => escrowId)
}
