/** Resellers' codes as their keeper sees them: made, listed, stopped. */

import { ASSIGNED } from '#app/fees/domain/coupon.ts'
import type { NewCoupon } from '#app/fees/domain/new-coupon.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import { plain } from '#app/kernel/domain/money.ts'

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

/**
 * The reseller on record with this address, or with this id: whoever makes a code for one who is known makes it for that one.
 * Null: nobody yet; the code puts them on record (trigger).
 */
export async function findKnownReseller(
  tx: Transaction,
  { resellerId, resellerEmail }: Pick<NewCoupon, 'resellerId' | 'resellerEmail'>,
): Promise<Pick<NewCoupon, 'resellerId' | 'resellerName' | 'resellerEmail'> | null> {
  const byEmail = resellerEmail === null ? null : await tx.reseller.findUnique({ where: { email: resellerEmail } })
  const row = byEmail ?? (await tx.reseller.findUnique({ where: { resellerId } }))
  return row && { resellerId: row.resellerId, resellerName: row.name, resellerEmail: row.email ?? resellerEmail }
}

/** Of a code that a buyer would reach by typing this one, when it is of this reseller; locked until the transaction ends. */
export async function lockCodeOf(tx: Transaction, of: { id: string; resellerId: string }) {
  await tx.$queryRaw`select 1 from "reseller_code" where "id" = ${of.id} for update`
  const row = await tx.resellerCode.findFirst({
    where: of,
    select: { id: true, code: true, active: true, discountRate: true, payoutRate: true },
  })
  return row && { ...row, discountRate: toDecimal(row.discountRate), payoutRate: toDecimal(row.payoutRate) }
}

/** What is quoted with it already keeps the rates that it was quoted with. */
export async function changeRates(
  tx: Transaction,
  { id, discountRate, payoutRate }: Pick<NewCoupon, 'discountRate' | 'payoutRate'> & { id: string },
): Promise<void> {
  const data = { discountRate: plain(discountRate), payoutRate: plain(payoutRate) }
  await tx.resellerCode.update({ where: { id }, data, select: { id: true } })
}

/** Who a reseller is stands with each code, too: nobody earns a commission on the own fee. */
export async function tellCodesOfReseller(
  tx: Transaction,
  { resellerId, ...who }: { resellerId: string } & Pick<NewCoupon, 'resellerName' | 'resellerEmail' | 'resellerWallet'>,
): Promise<void> {
  await tx.resellerCode.updateMany({ where: { resellerId }, data: who })
}
