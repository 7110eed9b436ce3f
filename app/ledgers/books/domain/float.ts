/** Our own money on the clients' account: it pays network fees and reserves. */
import type { Decimal } from '#app/kernel/domain/money.ts'

/** unknown: the books of the account are not open yet. */
export type FloatState = 'unknown' | 'enough' | 'low' | 'used_up'

export function floatState(float: Decimal | null, lowWater: Decimal): FloatState {
  if (float === null) return 'unknown'
  if (float.lte(0)) return 'used_up'
  return float.lt(lowWater) ? 'low' : 'enough'
}
