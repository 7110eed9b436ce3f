import jsQr from 'jsqr'
import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { paymentUri } from '#app/ledgers/references/domain/payment-uri.ts'
import { type QrDrawing, strokesOf } from '#app/ledgers/references/domain/qr-drawing.ts'
import { drawPaymentQr, drawQr } from './qr.server.ts'

const REQUEST = 'web+stellar:pay?destination=GFEE7QUAYSIDEDEMO4YE7SFSJ7SSAY32BTR6KRU2VYLGOUR35ES6MGO3&amount=3034.6051'

const FINDER = ['#######', '#     #', '# ### #', '# ### #', '# ### #', '#     #', '#######']

/** The rows of the drawing: '#' is dark. */
function drawnRows(drawing: QrDrawing): string[] {
  const rows = Array.from({ length: drawing.modules }, () => Array.from({ length: drawing.modules }, () => ' '))
  const strokes = strokesOf(drawing).matchAll(/([Mm])(\d+) (\d+)(?:\.5)?h(\d+)/g)
  const pen = { x: 0, y: 0 }
  for (const [, move, x = '0', y = '0', width = '1'] of strokes) {
    pen.x = Number(x) + (move === 'm' ? pen.x : 0)
    if (move === 'M') pen.y = Number(y)
    rows[pen.y]?.fill('#', pen.x, pen.x + Number(width))
    pen.x += Number(width)
  }
  return rows.map((row) => row.join(''))
}

/** The rows of the code without its margin. */
function rowsOf(drawing: QrDrawing): string[] {
  return drawnRows(drawing)
    .slice(4, -4)
    .map((row) => row.slice(4, -4))
}

/** Reads the page, which shows three pixels per module. `cover`: the modules of the whole drawing under a thumb. */
function scan(drawing: QrDrawing, cover: (x: number, y: number) => boolean = () => false): string | undefined {
  const SCALE = 3
  const rows = rowsOf(drawing)
  const side = drawing.modules * SCALE
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [Math.floor((i % side) / SCALE), Math.floor(i / side / SCALE)]
    if (rows[y - 4]?.[x - 4] === '#' && !cover(x, y)) pixels.fill(0, i * 4, i * 4 + 3)
  }
  return jsQr(pixels, side, side)?.data
}

function square(rows: string[], { x, y }: { x: number; y: number }): string[] {
  return rows.slice(y, y + 7).map((row) => row.slice(x, x + 7))
}

describe('a payment request as a QR code', () => {
  const rows = rowsOf(drawQr(REQUEST))

  it('has the size of a QR version and its three finders', () => {
    const side = rows.length
    expect((side - 17) % 4).toBe(0)
    const corners = [
      { x: 0, y: 0 },
      { x: side - 7, y: 0 },
      { x: 0, y: side - 7 },
    ]
    for (const corner of corners) expect(square(rows, corner)).toEqual(FINDER)
  })

  it('is of level H: its first two format bits are 00 under the mask 10', () => {
    expect(rows[8]?.slice(0, 2)).toBe('  ')
  })

  it.each([
    REQUEST,
    `${REQUEST}&memo=1839204417&memo_type=MEMO_ID`,
    'https://xumm.app/detect/xapp:xumm.send?to=rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY&amount=12.5&dt=1839204417',
    '1839204417',
    'über 漢字',
  ])('is read again as %j', (text) => expect(scan(drawQr(text))).toBe(text))

  it.each(['XLM', 'USDC', 'XRP'] as const)(
    'is read at the size of the page with all that moves the money: %s',
    (asset) => {
      const request = {
        asset,
        account: asset === 'XRP' ? 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY' : `G${'Q4X7'.repeat(13)}DLA`,
        amount: new Decimal('47995.1234567'),
        memo: '2147483647',
        issuers: { USDC: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN' },
        passphrase: null,
      }
      const drawing = drawPaymentQr(paymentUri({ ...request, message: 'Quayside auto_7K3MQ9XHW2TPV4ZD0000' }))
      expect(scan(drawing)).toBe(paymentUri(request))
      // The page's column has room for so many at three pixels each.
      expect(drawing.modules).toBeLessThanOrEqual(93)
    },
  )

  it('has the four light modules around it that scanners look for', () => {
    const rows = drawnRows(drawQr(REQUEST))
    const isLight = (row: string) => row.trim() === ''
    for (const row of [...rows.slice(0, 4), ...rows.slice(-4)]) expect(isLight(row)).toBe(true)
    for (const row of rows) expect(isLight(row.slice(0, 4) + row.slice(-4))).toBe(true)
    expect(isLight(rows[4] ?? '')).toBe(false)
  })

  it('is read with a quarter of its width covered in the middle', () => {
    const drawing = drawQr(REQUEST)
    const isMiddle = (at: number) => Math.abs(at - drawing.modules / 2) < drawing.modules / 8
    expect(scan(drawing, (x, y) => isMiddle(x) && isMiddle(y))).toBe(REQUEST)
  })

  it('grows with the text', () => {
    expect(drawQr(`${REQUEST}&memo=1839204417&memo_type=MEMO_ID`).modules).toBeGreaterThan(drawQr(REQUEST).modules)
  })
})
