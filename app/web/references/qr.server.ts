/** Payment requests as QR codes. Drawn here, because the encoder would be 8 kB on every page that shows one. */
import { QRCodeSVG } from 'qrcode.react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Light modules around the code. */
const MARGIN = 2

export type QrCode = {
  /** Modules on each side, with the margin. */
  modules: number
  /** The dark modules as an SVG path, one unit for each module. */
  path: string
}

/** A code of level H (spec §9): it can be read with a third of it covered. */
export function drawQr(text: string): QrCode {
  const svg = renderToStaticMarkup(createElement(QRCodeSVG, { value: text, level: 'H', marginSize: MARGIN }))
  const modules = /viewBox="0 0 (\d+) /.exec(svg)?.[1]
  // The first path is the paper.
  const path = Array.from(svg.matchAll(/ d="([^"]+)"/g), ([, d]) => d)[1]
  if (modules === undefined || path === undefined) throw new Error('qrcode.react draws other than it did')
  return { modules: Number.parseInt(modules, 10), path }
}
