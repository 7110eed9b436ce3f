/** Dust: tiny payments with a publicly readable memo. It is kept, but must not be a way to annoy people. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'

/** A few cents each: far below every fee (spec §9: 100 dollars), and too much to send in masses for fun. */
export const DUST_BELOW: Record<Asset, Decimal> = {
  XLM: new Decimal('0.5'),
  XRP: new Decimal('0.05'),
  USDC: new Decimal('0.05'),
}

/**
 * Whether a payment is too small for an email or a case of its own. Not if so little was due, or if it is all that is
 * missing. `stillDue`: what remains after it; null: it is for nothing that is due.
 */
export function isDust(payment: { asset: Asset | null; amount: Decimal; stillDue: Decimal | null }): boolean {
  const { asset, amount, stillDue } = payment
  if (asset === null || amount.gte(DUST_BELOW[asset])) return false
  return stillDue === null || stillDue.gte(DUST_BELOW[asset])
}
