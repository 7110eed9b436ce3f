/** Resellers' codes for the admin panel and the command: create, list, switch on and off. */

import { ASSIGNED } from '#app/fees/domain/coupon.ts'
import type { NewCoupon } from '#app/fees/domain/new-coupon.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import { plain } from '#app/kernel/domain/money.ts'

/** Returns the codes that this one collides with when typed, their rows locked. `code` is normalized. */
export async function lockCodes(tx: Transaction, code: string): Promise<{ id: string; active: boolean }[]> {
  return tx.$queryRaw<{ id: string; active: boolean }[]>`
    select "id", "active" from "reseller_code" where "id" = ${code} or upper("code") = ${code} order by "id" for update`
}

/** Throws a unique-constraint error when the code exists. */
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

/** Ordered by code. */
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

/** Finds the reseller by this email, else by this id. Null: none; a trigger creates one with the code. */
export async function findKnownReseller(
  tx: Transaction,
  { resellerId, resellerEmail }: Pick<NewCoupon, 'resellerId' | 'resellerEmail'>,
): Promise<Pick<NewCoupon, 'resellerId' | 'resellerName' | 'resellerEmail'> | null> {
  const byEmail = resellerEmail === null ? null : await tx.reseller.findUnique({ where: { email: resellerEmail } })
  const row = byEmail ?? (await tx.reseller.findUnique({ where: { resellerId } }))
  return row && { resellerId: row.resellerId, resellerName: row.name, resellerEmail: row.email ?? resellerEmail }
}

/** Returns the code with its row locked. Null: it is not this reseller's. */
export async function lockCodeOf(tx: Transaction, of: { id: string; resellerId: string }) {
  await tx.$queryRaw`select 1 from "reseller_code" where "id" = ${of.id} for update`
  const row = await tx.resellerCode.findFirst({
    where: of,
    select: { id: true, code: true, active: true, discountRate: true, payoutRate: true },
  })
  return row && { ...row, discountRate: toDecimal(row.discountRate), payoutRate: toDecimal(row.payoutRate) }
}

/** Existing quotes keep the rates that they were quoted with. */
export async function changeRates(
  tx: Transaction,
  { id, discountRate, payoutRate }: Pick<NewCoupon, 'discountRate' | 'payoutRate'> & { id: string },
): Promise<void> {
  const data = { discountRate: plain(discountRate), payoutRate: plain(payoutRate) }
  await tx.resellerCode.update({ where: { id }, data, select: { id: true } })
}

/** Copies a reseller's identity to each of their codes: a buyer must not earn a commission on their own fee. */
export async function notifyCodesOfReseller(
  tx: Transaction,
  { resellerId, ...who }: { resellerId: string } & Pick<NewCoupon, 'resellerName' | 'resellerEmail' | 'resellerWallet'>,
): Promise<void> {
  await tx.resellerCode.updateMany({ where: { resellerId }, data: who })
}
