/** Payouts, each paid once. What was signed for them is in custody/transfer-attempts. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { asPayout, OF_ACCOUNT } from '#app/kernel/db/transfer-kinds.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { EscrowPurpose, PaidFrom, PayoutState } from '#app/kernel/domain/payout-state.ts'
import {
  ATTEMPT,
  findTakenSlots as findSlotsTaken,
  type LiveAttempt,
} from '#app/settlement/custody/db/transfer-attempts.server.ts'

export const PAYOUT = {
  id: true,
  escrowId: true,
  caseId: true,
  resellerPayoutId: true,
  paidFrom: true,
  purpose: true,
  state: true,
  network: true,
  asset: true,
  amount: true,
  address: true,
  memo: true,
  lane: true,
  blockedReason: true,
  waitsFor: true,
  wakes: true,
  failures: true,
  createdAt: true,
  updatedAt: true,
  attempts: {
    where: { state: 'live' },
    select: ATTEMPT,
  },
} satisfies Prisma.TransferSelect

export type StoredPayout = ReturnType<typeof toPayout>

export function toPayout(stored: Prisma.TransferGetPayload<{ select: typeof PAYOUT }>) {
  const { attempts, ...row } = asPayout(stored)
  const live: LiveAttempt | null = attempts[0] ?? null
  return { ...row, paidFrom: toPaidFrom(row.paidFrom), amount: toDecimal(row.amount), live }
}

/** A database check allows no other values (payout_paid_from_known). */
export const toPaidFrom = (stored: string | null): PaidFrom => (stored === 'fee' ? 'fee' : 'client')

/** Which of our accounts pays. */
export type Payer = { network: Network; paidFrom: PaidFrom }

export async function findPayout(db: Database | Transaction, id: string): Promise<StoredPayout | null> {
  const row = await db.transfer.findUnique({ where: { ...OF_ACCOUNT, id }, select: PAYOUT })
  return row && toPayout(row)
}

/** Locks what a payout is of (escrow, unmatched payment or earnings), always before the payout itself. */
export async function lockSubject(tx: Transaction, id: string): Promise<void> {
  await tx.$queryRaw`
    select 1 from "escrow" where "id" = (select "escrowId" from "transfer" where "id" = ${id}::uuid) for update`
  await tx.$queryRaw`
    select 1 from "payment_case" where "id" = (select "caseId" from "transfer" where "id" = ${id}::uuid) for update`
  await tx.$queryRaw`
    select 1 from "reseller_payout" where "id" = (select "resellerPayoutId" from "transfer" where "id" = ${id}::uuid) for update`
}

/** Locks what the payout is of, then the payout's row. */
export async function lockPayout(tx: Transaction, id: string): Promise<void> {
  await lockSubject(tx, id)
  await tx.$queryRaw`select 1 from "transfer" where "id" = ${id}::uuid for update`
}

/** Compare-and-set. False: the row left `from`, or has another wallet: re-read it and do nothing. */
export async function movePayout(
  tx: Transaction | Database,
  move: { id: string; from: readonly PayoutState[]; to: PayoutState } & Partial<{
    wallet: { address: string; memo: string | null }
    /** The ticket that it must still have. */
    ticket: string
    blockedReason: string | null
    waitsFor: null
    nextTryAt: Date
    settledHash: string
    settledAt: Date
    feePaid: Decimal
  }>,
): Promise<boolean> {
  const { id, from, to, wallet, ticket, feePaid, ...facts } = move
  const { count } = await tx.transfer.updateMany({
    where: {
      ...{ id, state: { in: [...from] }, ...wallet },
      ...(ticket !== undefined && { lane: ticket }),
      ...(to === 'signed' && { heldAt: null }),
    },
    data: { state: to, waitsFor: null, ...facts, ...(feePaid && { feePaid: plain(feePaid) }) },
  })
  return count === 1
}

/** Redirects payouts blocked by their wallet, except with an envelope under way (trigger). Returns their ids. */
export async function redirectBlocked(
  tx: Transaction,
  redirected: { escrowId: string; purposes: EscrowPurpose[]; address: string; memo: string | null },
): Promise<string[]> {
  const { escrowId, purposes, address, memo } = redirected
  const rows = await tx.transfer.updateManyAndReturn({
    where: {
      escrowId,
      state: 'blocked',
      purpose: { in: purposes },
      blockedReason: { not: 'payout_failed' },
    },
    data: { state: 'queued', blockedReason: null, address, memo },
    select: { id: true },
  })
  return rows.map((row) => row.id)
}

/** Marks a payout as checked, so that the sweep skips it for a while. */
export async function touchPayout(db: Database, payout: { id: string; at: Date }): Promise<void> {
  await db.transfer.updateMany({ where: { id: payout.id }, data: { updatedAt: payout.at } })
}

/** Channels and tickets that no payout may take: those that no transaction may, and those of unsigned payouts. */
export async function findSlotsOfPayouts(
  db: Database,
  { network, paidFrom, source, lanes }: Payer & { source: string; lanes: readonly string[] },
): Promise<ReadonlySet<string>> {
  const [taken, given] = await Promise.all([
    findSlotsTaken(db, { network, source, lanes }),
    db.transfer.findMany({ where: { network, paidFrom, lane: { in: [...lanes] } }, select: { lane: true } }),
  ])
  return new Set([...taken, ...given.flatMap(({ lane }) => lane ?? [])])
}

/** True: the payout has the lane now. False: it had one already, or another payout took this one. */
export async function takeSlot(db: Database, taken: { id: string; lane: string }): Promise<boolean> {
  const { count } = await db.transfer.updateMany({ where: { id: taken.id, lane: null }, data: { lane: taken.lane } })
  return count === 1
}

/** Frees a spent lane (its transaction was included and failed), so that the payout can take a new one. */
export async function dropSlot(tx: Transaction, payoutId: string): Promise<void> {
  await tx.transfer.updateMany({ where: { id: payoutId }, data: { lane: null } })
}

/** Frees the tickets of queued payouts for which nothing was ever signed, so that others can use them. */
export async function dropUnusedSlots(db: Database, payoutIds: readonly string[]): Promise<void> {
  await db.transfer.updateMany({
    where: { id: { in: [...payoutIds] }, state: 'queued', lane: { not: null }, attempts: { none: {} } },
    data: { lane: null },
  })
}

/** How often the ledger included an envelope of this payout without paying, since an operator last retried it. */
export async function countFailedAttempts(db: Database, payoutId: string): Promise<number> {
  const { retriedAt } = await db.transfer.findUniqueOrThrow({ where: { id: payoutId }, select: { retriedAt: true } })
  return db.transferAttempt.count({
    where: { payoutId, state: 'failed', ...(retriedAt && { closedAt: { gt: retriedAt } }) },
  })
}

/** Compare-and-set: true for the one caller that requeued a permanently failed payout. */
export async function requeueFailed(tx: Transaction, payout: { id: string; at: Date }): Promise<boolean> {
  const { count } = await tx.transfer.updateMany({
    where: { id: payout.id, state: 'blocked', blockedReason: 'payout_failed' },
    data: { state: 'queued', blockedReason: null, retriedAt: payout.at },
  })
  return count === 1
}

export async function markReleased(tx: Transaction, released: { escrowId: string; at: Date }): Promise<void> {
  await tx.escrow.update({ where: { id: released.escrowId }, data: { releasedAt: released.at }, select: { id: true } })
}

/** By id, each with its escrow's transaction ID; null: no escrow. */
export async function findPayoutsWithEscrow(db: Database, ids: readonly string[]) {
  const rows = await db.transfer.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, amount: true, asset: true, escrow: { select: { transactionId: true } } },
  })
  return new Map(
    rows.map(({ escrow, amount, ...row }) => {
      const transactionId = escrow?.transactionId ?? null
      return [row.id, { ...row, transactionId, amount: toDecimal(amount) }] as const
    }),
  )
}
