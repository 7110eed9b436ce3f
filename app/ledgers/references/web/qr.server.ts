/** Payment requests as QR codes. Made on the server: the encoder would add 8 kB to every page that shows one. */
import { LRUCache } from 'lru-cache'
import { encode } from 'uqr'
import { codeText } from '#app/ledgers/references/domain/payment-uri.ts'
import { packModules, type QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'

/** Light modules around the code, as ISO/IEC 18004 requires. */
const MARGIN = 4
/** A page that waits for a payment gets the same code every few seconds, and choosing its mask takes milliseconds. */
const kept = new LRUCache<string, QrDrawing>({ max: 1_000 })

export function drawPaymentQr(uri: string): QrDrawing {
  const text = codeText(uri)
  const known = kept.get(text)
  if (known) return known
  const drawn = drawQr(text)
  kept.set(text, drawn)
  return drawn
}

/** A code of level H (spec §9), readable with a third of it covered. Not cached: it may hold a secret. */
export function drawQr(text: string): QrDrawing {
  return packModules(encode(text, { ecc: 'H', border: MARGIN }).data)
}

/** A transaction to sign: four times as long as a payment request, so level L, which stays legible on a screen. */
export function drawSigningQr(uri: string): QrDrawing {
  return packModules(encode(codeText(uri), { ecc: 'L', border: MARGIN }).data)
}
