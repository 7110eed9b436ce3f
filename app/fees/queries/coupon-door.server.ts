import { findCoupon } from '#app/fees/db/coupons.server.ts'
import { ASSIGNED } from '#app/fees/domain/coupon.ts'
import { DEFAULT_DISCOUNT_RATE } from '#app/fees/domain/fee.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'

/** The reseller whose link brought a visitor, and the discount. `rate`: a share of the fee, "0.05" is 5 %. */
export type CouponDoor = { name: string; rate: string }

/** Null: the code gives no discount. */
export async function findCouponDoor(db: Database, code: string): Promise<CouponDoor | null> {
  const row = await findCoupon(db, code)
  if (!row?.active || row.status !== ASSIGNED) return null
  return {
    name: row.resellerName,
    rate: plain(row.discountRate ?? DEFAULT_DISCOUNT_RATE),
  }
}
