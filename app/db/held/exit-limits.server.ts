/** Ways out weighed against the limits of payouts, and the second operator's yes to those above one (docs/decisions/020, 087). */
import { Prisma } from '#app/db/generated/client.ts'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/db/kernel/decimal.server.ts'
import { type Decimal, plain } from '#app/domain/kernel/money.ts'
import type { RefusalCode } from '#app/domain/kernel/refusal.ts'
import type { Limit } from '#app/domain/payouts/payout-limits.ts'

/** What a way out waits for beside signatures; last: why a wallet cannot be paid now, as a blocked payout says it. */
export type ExitWait = 'check' | 'lists' | 'second_operator' | 'fees' | 'float' | 'history' | 'error' | RefusalCode

/** While nothing of it is signed by Quayside or sent. */
export async function noteExitWait(
  db: Database | Transaction,
  { id, waitsFor, feeAsked = null }: { id: string; waitsFor: ExitWait | null; feeAsked?: Decimal | null },
): Promise<void> {
  await db.$executeRaw`
    update "hold_exit" set "waitsFor" = ${waitsFor}, "feeAsked" = ${feeAsked && plain(feeAsked)}::numeric
    where "id" = ${id}::uuid and "state" in ('collecting', 'ready')
      and ("waitsFor", "feeAsked") is distinct from (${waitsFor}, ${feeAsked && plain(feeAsked)}::numeric)`
}

/** Looking at the way out of an escrow has failed for a fault of ours. */
export async function noteExitError(db: Database, escrowId: string): Promise<void> {
  await db.$executeRaw`
    update "hold_exit" set "waitsFor" = 'error', "feeAsked" = null
    where "escrowId" = ${escrowId}::uuid and "state" in ('collecting', 'ready') and "waitsFor" is distinct from 'error'`
}

/** It has not, this time. */
export async function forgetExitError(db: Database, escrowId: string): Promise<void> {
  await db.$executeRaw`
    update "hold_exit" set "waitsFor" = null
    where "escrowId" = ${escrowId}::uuid and "state" in ('collecting', 'ready') and "waitsFor" = 'error'`
}

export async function isExitApproved(tx: Transaction, exitId: string): Promise<boolean> {
  return (await tx.holdApproval.count({ where: { exitId } })) > 0
}

/** Has this operator approved it? */
export async function hasApprovedExit(
  tx: Transaction,
  { exitId, operatorId }: { exitId: string; operatorId: string },
): Promise<boolean> {
  return (await tx.holdApproval.count({ where: { exitId, operatorId } })) > 0
}

/** What weighing came to. `isCleared`: Quayside may sign for it now. */
export async function storeExitWeighing(
  tx: Transaction,
  weighed: { id: string; usdValue: Decimal | null; aboveLimit: Limit | null; isCleared: boolean },
): Promise<void> {
  const { id, usdValue, aboveLimit, isCleared } = weighed
  await tx.$executeRaw`
    update "hold_exit" set
      "usdValue" = ${usdValue && plain(usdValue)}::numeric, "aboveLimit" = ${aboveLimit},
      "clearedAt" = case when ${isCleared} then clock_timestamp() end
    where "id" = ${id}::uuid`
}

const ABOVE = {
  state: { in: ['collecting', 'ready'] },
  aboveLimit: { not: null },
  clearedAt: null,
} satisfies Prisma.HoldExitWhereInput

const ROW = {
  id: true,
  escrowId: true,
  kind: true,
  toSeller: true,
  toBuyer: true,
  usdValue: true,
  aboveLimit: true,
  createdAt: true,
  hold: {
    select: {
      buyerWallet: true,
      escrow: {
        select: {
          transactionId: true,
          currency: true,
          payoutAddress: true,
          payoutMemo: true,
          // None of those who decided about the money approves it, too (trigger).
          disputes: { where: { decision: { in: ['release', 'refund', 'split'] } }, select: { decidedById: true } },
        },
      },
    },
  },
} satisfies Prisma.HoldExitSelect

function toRow({ hold, toSeller, toBuyer, usdValue, ...row }: Prisma.HoldExitGetPayload<{ select: typeof ROW }>) {
  const { transactionId, currency: asset, payoutAddress, payoutMemo, disputes } = hold.escrow
  return {
    ...row,
    transactionId,
    asset,
    shares: { seller: toDecimal(toSeller), buyer: toDecimal(toBuyer) },
    usdValue: toDecimalOrNull(usdValue),
    sellerWallet: { address: payoutAddress ?? '', memo: payoutMemo },
    buyerWallet: { address: hold.buyerWallet, memo: null },
    decidedBy: disputes.flatMap(({ decidedById }) => decidedById ?? []),
  }
}

export type ExitAboveLimit = ReturnType<typeof toRow>

/** In the words of the index of those: Prisma sends them as parameters that are cast, and no partial index serves those. */
const WAITING = Prisma.sql`"aboveLimit" is not null and "clearedAt" is null and "state" in ('collecting', 'ready')`

export async function countExitsAboveLimit(db: Database): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from "hold_exit" where ${WAITING}`
  return row?.count ?? 0
}

/** Those that wait for a second operator, the longest-waiting first. */
export async function findExitsAboveLimit(db: Database, take: number): Promise<ExitAboveLimit[]> {
  const found = await db.$queryRaw<{ id: string }[]>`
    select "id"::text from "hold_exit" where ${WAITING} order by "createdAt", "id" limit ${take}`
  const rows = await db.holdExit.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: ROW,
  })
  return rows.map(toRow)
}

/** Its escrow and the way out locked, with what an approval depends on; null when it does not wait for one. */
export async function lockExitAboveLimit(tx: Transaction, id: string): Promise<ExitAboveLimit | null> {
  await tx.$queryRaw`
    select 1 from "escrow" where "id" = (select "escrowId" from "hold_exit" where "id" = ${id}::uuid) for update`
  await tx.$queryRaw`select 1 from "hold_exit" where "id" = ${id}::uuid for update`
  const row = await tx.holdExit.findFirst({ where: { ...ABOVE, id }, select: ROW })
  return row && toRow(row)
}

/** Throws a unique-constraint error for the same operator's second, and the trigger's for one that may not be given. */
export async function storeExitApproval(
  tx: Transaction,
  approval: {
    exitId: string
    operatorId: string
    usdValue: Decimal | null
    aboveLimit: string
    reason: string
    at: Date
  },
): Promise<void> {
  const { usdValue, ...facts } = approval
  await tx.holdApproval.create({ data: { ...facts, usdValue: usdValue && plain(usdValue) }, select: { id: true } })
  const { exitId: id, at: clearedAt } = approval
  await tx.holdExit.updateMany({ where: { id }, data: { clearedAt, waitsFor: null } })
}
