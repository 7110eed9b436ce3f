import { fromTypedUnits, unitsOf } from '#app/kernel/domain/typed-amount.ts'

/** The finest amounts and prices in the calculation. */
const AMOUNT_PLACES = 7
const PRICE_PLACES = 12
const CENT = 10n ** BigInt(AMOUNT_PLACES + PRICE_PLACES - 2)

/**
 * US dollars that an amount is worth, rounded half up to cents, shown while somebody types: in integers, because a
 * browser calculates it. Both are plain digits with a dot. Null: too many decimals.
 */
export function typedWorth(amount: string, priceUsd: string): string | null {
  const units = unitsOf(amount, AMOUNT_PLACES)
  const price = unitsOf(priceUsd, PRICE_PLACES)
  if (units === null || price === null) return null
  const cents = (units * price * 2n + CENT) / (CENT * 2n)
  const text = fromTypedUnits(cents, 2)
  const [whole = '0', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}
