import type { Asset } from '#app/kernel/domain/assets.ts'
import { AMOUNT_KINDS, fromTypedUnits, readPlain, unitsOf } from '#app/kernel/domain/typed-amount.ts'

/**
 * What a share leaves of an amount, both plain decimals. Null: nothing. For the browser: the same result as sharesOf
 * (decision.ts), which decides, without the 13 kB of decimal.js.
 */
export function restOf(amount: string, share: string, asset: Asset): string | null {
  const kind = AMOUNT_KINDS[asset]
  const [whole, part] = [amount, share].map((text) => unitsOf(readPlain(text, kind) ?? '0', kind.places) ?? 0n)
  return whole && part && part < whole ? fromTypedUnits(whole - part, kind.places) : null
}
