/** Resellers' codes as their keeper sees them: made, listed, stopped. */
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import { toDecimal } from '#app/db/kernel/decimal.server.ts'
import { ASSIGNED } from '#app/domain/fees/coupon.ts'
import type { NewCoupon } from '#app/domain/fees/new-coupon.ts'
import { plain } from '#app/domain/kernel/money.ts'

/** The codes that a buyer would reach by typing this one, locked until the transaction ends. `code` is normalized. */
export async function lockCodes(tx: Transaction, code: string): Promise<{ id: string; active: boolean }[]> {
  return tx.$queryRaw<{ id: string; active: boolean }[]>`
    select "id", "active" from "reseller_code" where "id" = ${code} or upper("code") = ${code} order by "id" for update`
}

/** Throws a unique-constraint error when there is one of that id. */
export async function createCode(tx: Transaction, coupon: NewCoupon): Promise<void> {
  const { discountRate, payoutRate, ...rest } = coupon
  await tx.resellerCode.create({
    data: {
      ...rest,
      id: coupon.code,
      status: ASSIGNED,
      discountRate: plain(discountRate),
      payoutRate: plain(payoutRate),
    },
    select: { id: true },
  })
}

export async function switchCode(tx: Transaction, { id, active }: { id: string; active: boolean }): Promise<void> {
  await tx.resellerCode.update({ where: { id }, data: { active }, select: { id: true } })
}

/** All of them, by code. */
export async function listCodes(db: Database) {
  const rows = await db.resellerCode.findMany({
    orderBy: [{ code: 'asc' }, { id: 'asc' }],
    select: {
      code: true,
      active: true,
      status: true,
      discountRate: true,
      payoutRate: true,
      resellerName: true,
      resellerEmail: true,
      totalEarned: true,
      totalTxCount: true,
    },
  })
  return rows.map((row) => ({
    ...row,
    discountRate: toDecimal(row.discountRate),
    payoutRate: toDecimal(row.payoutRate),
    totalEarned: toDecimal(row.totalEarned),
  }))
}
