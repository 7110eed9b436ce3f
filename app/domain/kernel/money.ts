/**
 * Money as decimals. No amount is ever a JavaScript number: Decimal inside, plain strings on the wire, numeric in
 * PostgreSQL (design.md §4.6).
 */
import { Decimal } from 'decimal.js'
import { ASSET_FACTS, type Asset } from './assets.ts'

Decimal.set({ precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -30, toExpPos: 40 })

export { Decimal }

/** Two amounts of an asset that differ by no more than this are equal (spec §5, Lookup auto-fetch). */
export const AMOUNT_TOLERANCE = new Decimal('0.0000001')

const PLAIN_DECIMAL = /^(?:\d{1,15}(?:\.\d{0,18})?|\.\d{1,18})$/

/** A US dollar amount as typed: digits and one dot. Null when it is not a number above 0 or has part cents. */
export function parseUsd(text: string): Decimal | null {
  const value = parsePlain(text)
  return value?.gt(0) && value.decimalPlaces() <= 2 ? value : null
}

/** An amount of an asset as typed. Null when it is not a number above 0 or is finer than the ledger can hold. */
export function parseAmount(text: string, asset: Asset): Decimal | null {
  const value = parsePlain(text)
  return value?.gt(0) && value.decimalPlaces() <= ASSET_FACTS[asset].ledgerPlaces ? value : null
}

function parsePlain(text: string): Decimal | null {
  const trimmed = text.trim()
  return PLAIN_DECIMAL.test(trimmed) ? new Decimal(trimmed) : null
}

/** Whole cents, half up (spec §9: money amounts are rounded to 2 decimals). */
export function roundUsd(value: Decimal): Decimal {
  return value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
}

/**
 * The amount a payer sends for a net fee: fee divided by the US dollar price, half up to 4 places for XLM and XRP and
 * 2 for USDC (spec §9).
 */
export function amountToSend(netUsd: Decimal, priceUsd: Decimal, asset: Asset): Decimal {
  return netUsd.div(priceUsd).toDecimalPlaces(ASSET_FACTS[asset].quotePlaces, Decimal.ROUND_HALF_UP)
}

/** An amount for ledgers, forms and storage: plain digits, no exponent, no trailing zeros. */
export function plain(value: Decimal): string {
  return value.toFixed()
}

/** A US dollar amount for people and storage: always two places, no grouping. */
export function plainUsd(value: Decimal): string {
  return roundUsd(value).toFixed(2)
}
