/** A small test payment before a large one. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'

/** Whole units: a few dollars, above the minimum of exchanges and far above dust. */
const TEST_PAYMENT: Record<Asset, Decimal> = { XLM: new Decimal(20), XRP: new Decimal(5), USDC: new Decimal(5) }

/** Below this multiple of the test amount, sending it all is as easy. */
const WORTHWHILE = 10

/** First amount and rest, in whole units; payments to one reference add up (product.md §2). Null: too little is due. */
export function testPayment(asset: Asset, due: Decimal): { amount: Decimal; rest: Decimal } | null {
  const amount = TEST_PAYMENT[asset]
  return due.lt(amount.times(WORTHWHILE)) ? null : { amount, rest: due.minus(amount) }
}
