/** A small payment to try the way with, before a large one. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'

/** Whole units: a few dollars, more than exchanges ask for at least and far above what is next to nothing. */
const TEST_PAYMENT: Record<Asset, Decimal> = { XLM: new Decimal(20), XRP: new Decimal(5), USDC: new Decimal(5) }

/** Below so many times the test it is as easy to send the whole. */
const WORTHWHILE = 10

/**
 * What to send first, and what is then still due, in whole units: payments to one reference add up (product.md §2). Null
 * where too little is due.
 */
export function testPayment(asset: Asset, due: Decimal): { amount: Decimal; rest: Decimal } | null {
  const amount = TEST_PAYMENT[asset]
  return due.lt(amount.times(WORTHWHILE)) ? null : { amount, rest: due.minus(amount) }
}
