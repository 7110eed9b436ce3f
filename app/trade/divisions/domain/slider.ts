/** Calculations of the split form, by the rules of sharesOfDivision. Without decimal.js: 13 kB less for the browser. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { AMOUNT_KINDS, fromTypedUnits, readPlain, unitsOf } from '#app/kernel/domain/typed-amount.ts'

/** Positions from nothing to all: a position divided by this is the seller's fraction of the amount. */
export const SLIDER_STEPS = 200

/** Returns the amount less the share, in plain digits. Null: the share exceeds the amount, or either is no amount. */
export function restOfShare(amount: string, share: string, asset: Asset): string | null {
  const [whole, part] = [inUnits(amount, asset), inUnits(share, asset)]
  return whole === null || part === null || part > whole
    ? null
    : fromTypedUnits(whole - part, AMOUNT_KINDS[asset].places)
}

/** Returns the share at a position, in whole units of the asset: rounded down; the last position is all of it. */
export function shareAt(amount: string, position: number, asset: Asset): string {
  const whole = inUnits(amount, asset) ?? 0n
  return fromTypedUnits((whole * BigInt(position)) / BigInt(SLIDER_STEPS), AMOUNT_KINDS[asset].places)
}

/** Returns the nearest position at or below a share; null: it is no share of the amount. */
export function sliderPositionOf(amount: string, share: string, asset: Asset): number | null {
  const [whole, part] = [inUnits(amount, asset), inUnits(share, asset)]
  if (!whole || part === null || part > whole) return null
  return Number((part * BigInt(SLIDER_STEPS)) / whole)
}

function inUnits(text: string, asset: Asset): bigint | null {
  const kind = AMOUNT_KINDS[asset]
  const read = readPlain(text, { ...kind, mayBeZero: true })
  return read === null ? null : unitsOf(read, kind.places)
}
