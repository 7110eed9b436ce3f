/** The books count in the smallest units of a ledger: stroops for XLM and USDC, drops for XRP. */
import { ASSET_FACTS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'

/** Throws for an amount finer than its ledger can hold. */
export function toUnits(amount: Decimal, asset: Asset): bigint {
  const units = amount.times(new Decimal(10).pow(ASSET_FACTS[asset].ledgerPlaces))
  if (!units.isInteger()) throw new Error(`${amount.toFixed()} is no whole number of the smallest units of ${asset}`)
  return BigInt(units.toFixed())
}

export function fromUnits(units: bigint, asset: Asset): Decimal {
  return new Decimal(units.toString()).div(new Decimal(10).pow(ASSET_FACTS[asset].ledgerPlaces))
}
