import type { Asset } from '#app/kernel/domain/assets.ts'
import { AMOUNT_KINDS, fromUnits, readPlain, unitsOf } from '#app/kernel/domain/typed-amount.ts'

/**
 * What a share leaves of an amount of the asset, both in digits and a dot; null when it leaves nothing. The same as sharesOf
 * (decision.ts), which decides, by whole numbers alone: decimal.js would be 13 kB more for the browser.
 */
export function restOf(amount: string, share: string, asset: Asset): string | null {
  const kind = AMOUNT_KINDS[asset]
  const [whole, part] = [amount, share].map((text) => unitsOf(readPlain(text, kind) ?? '0', kind.places) ?? 0n)
  return whole && part && part < whole ? fromUnits(whole - part, kind.places) : null
}
