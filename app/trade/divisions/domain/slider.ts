/**
 * What the form of a division shows while somebody types or moves: in whole numbers and text, as sharesOfDivision decides. The
 * browser reads it, and decimal.js would be 13 kB more for it.
 */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { AMOUNT_KINDS, fromUnits, readPlain, unitsOf } from '#app/kernel/domain/typed-amount.ts'

/** From nothing to all: a position is this fraction of the amount. */
export const SLIDER_STEPS = 200

/** What a share leaves of an amount, both in digits and a dot; null when it is more than there is, or no amount. */
export function restOfShare(amount: string, share: string, asset: Asset): string | null {
  const [whole, part] = [inUnits(amount, asset), inUnits(share, asset)]
  return whole === null || part === null || part > whole ? null : fromUnits(whole - part, AMOUNT_KINDS[asset].places)
}

/** The share at a position, in whole units of the ledger: rounded down, and all of it at the end. */
export function shareAt(amount: string, position: number, asset: Asset): string {
  const whole = inUnits(amount, asset) ?? 0n
  return fromUnits((whole * BigInt(position)) / BigInt(SLIDER_STEPS), AMOUNT_KINDS[asset].places)
}

/** Where a share stands, at the nearest position below; null when it is no share of the amount. */
export function positionOf(amount: string, share: string, asset: Asset): number | null {
  const [whole, part] = [inUnits(amount, asset), inUnits(share, asset)]
  if (!whole || part === null || part > whole) return null
  return Number((part * BigInt(SLIDER_STEPS)) / whole)
}

function inUnits(text: string, asset: Asset): bigint | null {
  const kind = AMOUNT_KINDS[asset]
  const read = readPlain(text, { ...kind, mayBeZero: true })
  return read === null ? null : unitsOf(read, kind.places)
}
