/** No amount is a JavaScript number: Decimal inside, strings on the wire, numeric in PostgreSQL (design.md §4.6). */
import { Decimal } from 'decimal.js'
import { ASSET_FACTS, type Asset } from './assets.ts'
import { AMOUNT_KINDS, fromTypedUnits, readPlain } from './typed-amount.ts'

Decimal.set({ precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -30, toExpPos: 40 })

export { Decimal }

/** Amounts of an asset that differ by no more than this are equal (spec §5, Lookup auto-fetch). */
export const AMOUNT_TOLERANCE = new Decimal('0.0000001')

/** Parses US dollars in digits and a dot. Null: not above 0, with part cents, or too large. */
export function parseUsd(text: string): Decimal | null {
  return decimalOf(readPlain(text, AMOUNT_KINDS.USD))
}

/** Parses an amount of an asset in digits and a dot. Null: not above 0, or finer or larger than the ledger can hold. */
export function parseAmount(text: string, asset: Asset): Decimal | null {
  return decimalOf(readPlain(text, AMOUNT_KINDS[asset]))
}

function decimalOf(plainText: string | null): Decimal | null {
  return plainText === null ? null : new Decimal(plainText)
}

/** Can this much of the asset exist? */
export function fitsAsset(amount: Decimal, asset: Asset): boolean {
  return amount.lte(fromTypedUnits(AMOUNT_KINDS[asset].most, AMOUNT_KINDS[asset].places))
}

/** Whole cents, half up (spec §9: money amounts are rounded to 2 decimals). */
export function roundUsd(value: Decimal): Decimal {
  return value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
}

/** The amount that pays a fee: net fee / US dollar price, half up to 4 places for XLM and XRP, 2 for USDC (spec §9). */
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
