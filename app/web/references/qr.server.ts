/** Payment requests as QR codes. Drawn here, because the encoder would be 8 kB on every page that shows one. */
import { encode } from 'uqr'
import { codeText } from '#app/domain/references/payment-uri.ts'

/** Light modules around the code, as many as ISO/IEC 18004 asks for. */
const MARGIN = 4

export type QrCode = {
  /** Modules on each side, with the margin. */
  modules: number
  /** The dark modules as an SVG path, one unit for each module. */
  path: string
}

/** The code of a payment request, as short as it can be. */
export function drawPaymentQr(uri: string): QrCode {
  return drawQr(codeText(uri))
}

/** A code of level H (spec §9): it can be read with a third of it covered. */
export function drawQr(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'H', border: MARGIN })
  return { modules: size, path: data.map(runsOf).join('') }
}

/** The dark runs of a row as rectangles: one for each run, not for each module, keeps the page small. */
function runsOf(row: readonly boolean[], y: number): string {
  const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []))
  return starts.map((x) => `M${x} ${y}h${row.indexOf(false, x) - x}v1H${x}z`).join('')
}
