/** That an agreement was compared, weighed and let through before its lock (docs/decisions/119). Triggers hold each step. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Limit } from '#app/settlement/payouts/domain/payout-limits.ts'

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
  await tx.holdClearance.updateMany({ where: { id, ...OPEN, approval: { is: null } }, data })
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
