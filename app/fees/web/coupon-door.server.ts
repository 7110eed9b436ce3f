import { type CouponDoor, findCouponDoor } from '#app/fees/queries/coupon-door.server.ts'
import { clientNetwork, returnTry } from '#app/kernel/web/http/limits.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import { deps } from '#app/runtime.server.ts'

/**
 * Finds the reseller of a link. Null: the code gives no discount, or the network tried too many unknown codes. A try is
 * counted before the lookup, because codes must not be guessed.
 */
export async function couponDoor(request: Request, code: string): Promise<CouponDoor | null> {
  const network = clientNetwork(request)
  if (network !== null && (await minutesToWait('reseller_door_by_network', network)) !== null) return null
  const door = await findCouponDoor(deps.db, code)
  if (door !== null && network !== null) await returnTry('reseller_door_by_network', network)
  return door
}
