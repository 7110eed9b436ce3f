import { ASSET_FACTS, type Asset } from '#app/domain/kernel/assets.ts'

const PLAIN_DECIMAL = /^(?=\.?\d)(\d{0,15})(?:\.(\d{0,18}))?$/

/**
 * What a share leaves of an amount of the asset, both as typed, in digits; null when it leaves nothing or is no share. The
 * same as sharesOf (decision.ts), which decides, by whole numbers alone: decimal.js would be 13 kB more for the browser.
 */
export function restOf(amount: string, share: string, asset: Asset): string | null {
  const { ledgerPlaces } = ASSET_FACTS[asset]
  const whole = unitsOf(amount, ledgerPlaces)
  const part = unitsOf(share, ledgerPlaces)
  if (whole === null || part === null || part <= 0n || part >= whole) return null
  const digits = (whole - part).toString().padStart(ledgerPlaces + 1, '0')
  return `${digits.slice(0, -ledgerPlaces)}.${digits.slice(-ledgerPlaces)}`.replace(/\.?0*$/, '')
}

/** Stroops or drops; null when the text is no number or finer than the ledger can hold. */
function unitsOf(text: string, places: number): bigint | null {
  const match = PLAIN_DECIMAL.exec(text.trim())
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  const digits = fraction.replace(/0+$/, '')
  return digits.length > places ? null : BigInt(whole + digits.padEnd(places, '0'))
}
