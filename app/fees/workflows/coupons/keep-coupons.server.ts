/** Resellers' codes come and go by an operator's command. Each change is on record, and nothing is ever half of it. */
import { createCode, findKnownReseller, lockCodes, switchCode } from '#app/fees/db/coupon-codes.server.ts'
import { normalizeCode } from '#app/fees/domain/coupon.ts'
import { type CouponProblem, type NewCoupon, readNewCoupon, type TypedCoupon } from '#app/fees/domain/new-coupon.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, isDuplicateOf } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Tools = Pick<Deps, 'db' | 'clock'>

/** Adds a code that counts from now on. A word for what is wrong with it, or `taken`: there is one, stopped ones included. */
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
      // Somebody whom the desk knows by this address keeps the id, name and wallet that are on record there.
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

/**
 * Stops a code, or lets it count again. What was quoted with it stays as it was promised. `same`: it is so already; `unknown`:
 * there is none.
 */
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
