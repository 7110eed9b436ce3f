/** The operator's command for resellers' codes. Each change and its event are one transaction. */
import { createCode, findKnownReseller, lockCodes, switchCode } from '#app/fees/db/coupon-codes.server.ts'
import { normalizeCode } from '#app/fees/domain/coupon.ts'
import { type CouponProblem, type NewCoupon, readNewCoupon, type TypedCoupon } from '#app/fees/domain/new-coupon.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, isDuplicateOf } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Tools = Pick<Deps, 'db' | 'clock'>

/** Adds a code, active at once, or returns the problem with it. `taken`: it exists, perhaps stopped. */
export async function addCoupon(
  { db, clock }: Tools,
  typed: TypedCoupon,
): Promise<NewCoupon | CouponProblem | 'taken'> {
  const coupon = readNewCoupon(typed)
  if (typeof coupon === 'string') return coupon
  const { discountRate, payoutRate, ...rest } = coupon
  const detail = { ...rest, discountRate: plain(discountRate), payoutRate: plain(payoutRate), by: 'command' }
  try {
    return await inTransaction(db, async (tx) => {
      if ((await lockCodes(tx, coupon.code)).length > 0) return 'taken'
      // A reseller whom the admin panel knows by this email keeps the stored id, name and wallet.
      const known = await findKnownReseller(tx, coupon)
      await createCode(tx, { ...coupon, ...known })
      await writeEvent(tx, { kind: 'coupon_added', at: clock.now(), detail })
      return coupon
    })
  } catch (error) {
    if (isDuplicateOf(error, 'reseller_code_pkey')) return 'taken'
    throw error
  }
}

/** Stops a code, or starts it again; existing quotes keep it. `same`: it is so already; `unknown`: no such code. */
export async function switchCoupon(
  { db, clock }: Tools,
  { code: typed, active }: { code: string; active: boolean },
): Promise<'done' | 'same' | 'unknown'> {
  const code = normalizeCode(typed)
  return inTransaction(db, async (tx) => {
    const known = await lockCodes(tx, code)
    if (known.length === 0) return 'unknown'
    const changed = known.filter((row) => row.active !== active)
    if (changed.length === 0) return 'same'
    for (const { id } of changed) await switchCode(tx, { id, active })
    const kind = active ? 'coupon_started' : 'coupon_stopped'
    await writeEvent(tx, { kind, at: clock.now(), detail: { code, by: 'command' } })
    return 'done'
  })
}
