import { fromUnits, unitsOf } from '#app/kernel/domain/typed-amount.ts'

/** The finest amounts and prices that are reckoned with. */
const AMOUNT_PLACES = 7
const PRICE_PLACES = 12
const CENT = 10n ** BigInt(AMOUNT_PLACES + PRICE_PLACES - 2)

/**
 * US dollars that an amount is worth, rounded half up to cents, for showing beside what somebody types: in whole numbers
 * alone, because a browser reckons it. Both are plain digits with a dot. Null: finer than is reckoned with.
 */
export function typedWorth(amount: string, priceUsd: string): string | null {
  const units = unitsOf(amount, AMOUNT_PLACES)
  const price = unitsOf(priceUsd, PRICE_PLACES)
  if (units === null || price === null) return null
  const cents = (units * price * 2n + CENT) / (CENT * 2n)
  const text = fromUnits(cents, 2)
  const [whole = '0', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}
