/** Next to nothing, sent with a memo that everybody can read on the ledger: it is kept, and must not be a way to molest people. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'

/** A few cents each: far below every fee (spec §9: 100 dollars), and more than a crowd of such payments would cost a joker. */
export const DUST_BELOW: Record<Asset, Decimal> = {
  XLM: new Decimal('0.5'),
  XRP: new Decimal('0.05'),
  USDC: new Decimal('0.05'),
}

/**
 * Is a payment too small for a letter or a case of its own? Not where so little was asked for, or is all that is missing.
 * `stillDue`: what remains after it; null when it is no part of anything that is due.
 */
export function isDust(payment: { asset: Asset | null; amount: Decimal; stillDue: Decimal | null }): boolean {
  const { asset, amount, stillDue } = payment
  if (asset === null || amount.gte(DUST_BELOW[asset])) return false
  return stillDue === null || stillDue.gte(DUST_BELOW[asset])
}
