import { type CouponBuyer, type CouponRow, normalizeCode } from '#app/fees/domain/coupon.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'

/** A bound for the query; nobody pays from more wallets. */
const MOST_WALLETS = 50

/** Finds a code by its id, then by its text as typed, in upper and in lower case (spec §5). */
export async function findCoupon(
  tx: Database | Transaction,
  typed: string,
): Promise<(CouponRow & { id: string }) | null> {
  const upper = normalizeCode(typed)
  const spellings = [typed.trim(), upper, upper.toLowerCase()]
  const rows = await tx.resellerCode.findMany({
    where: { OR: [{ id: upper }, { code: { in: spellings } }] },
    select: {
      id: true,
      code: true,
      active: true,
      status: true,
      discountRate: true,
      payoutRate: true,
      resellerId: true,
      resellerName: true,
      resellerEmail: true,
      resellerWallet: true,
    },
  })
  const row =
    rows.find(({ id }) => id === upper) ?? spellings.map((code) => rows.find((r) => r.code === code)).find(Boolean)
  return row ? { ...row, discountRate: toDecimal(row.discountRate), payoutRate: toDecimal(row.payoutRate) } : null
}

/** Returns the buyer with the wallets that they stated, or paid fees and escrows from. */
export async function findCouponBuyer(tx: Transaction, userId: string): Promise<CouponBuyer> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, email: true, walletAddress: true, buyerWalletAddress: true },
  })
  // A union: one query with `or` across two tables would read every payment ever stored.
  const paid = await tx.$queryRaw<{ fromAddress: string }[]>`
    select distinct "fromAddress" from (
      select p."fromAddress" from "fee_quote" q join "ledger_payment" p on p."feeQuoteId" = q."id"
      where q."userId" = ${userId}::uuid and p."problem" is null
      union all
      select p."fromAddress" from "escrow" e join "ledger_payment" p on p."escrowId" = e."id"
      where e."buyerId" = ${userId}::uuid and p."problem" is null
    ) as paid limit ${MOST_WALLETS}`
  const stated = [user.walletAddress, user.buyerWalletAddress].filter((wallet) => wallet !== null)
  return { id: user.id, email: user.email, wallets: [...stated, ...paid.map(({ fromAddress }) => fromAddress)] }
}

/** Adds one paid fee to its code's totals, atomically (spec §7). False: the code was deleted; the fee still counts. */
export async function addToResellerTotals(
  tx: Transaction,
  earned: { code: string; commissionUsd: Decimal; netUsd: Decimal },
): Promise<boolean> {
  const coupon = await findCoupon(tx, earned.code)
  if (!coupon) return false
  await tx.resellerCode.update({
    where: { id: coupon.id },
    data: {
      totalEarned: { increment: plain(earned.commissionUsd) },
      totalNetFees: { increment: plain(earned.netUsd) },
      totalTxCount: { increment: 1 },
    },
    select: { id: true },
  })
  return true
}
