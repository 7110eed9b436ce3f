/** Payment requests as QR codes. Made here, because the encoder would be 8 kB on every page that shows one. */
import { LRUCache } from 'lru-cache'
import { encode } from 'uqr'
import { codeText } from '#app/ledgers/references/domain/payment-uri.ts'
import { packModules, type QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'

/** Light modules around the code, as many as ISO/IEC 18004 asks for. */
const MARGIN = 4
/** Whoever waits for a payment sees the same code each few seconds, and choosing its mask takes some milliseconds. */
const kept = new LRUCache<string, QrDrawing>({ max: 1_000 })

/** The code of a payment request, as short as it can be. */
export function drawPaymentQr(uri: string): QrDrawing {
  const text = codeText(uri)
  const known = kept.get(text)
  if (known) return known
  const drawn = drawQr(text)
  kept.set(text, drawn)
  return drawn
}

/** A code of level H (spec §9): it can be read with a third of it covered. Nothing of it is kept: it may hold a secret. */
export function drawQr(text: string): QrDrawing {
  return packModules(encode(text, { ecc: 'H', border: MARGIN }).data)
}

/** A transaction to be signed: four times as long as a payment request, so of level L, which a screen shows legibly. */
export function drawSigningQr(uri: string): QrDrawing {
  return packModules(encode(codeText(uri), { ecc: 'L', border: MARGIN }).data)
}
