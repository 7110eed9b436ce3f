import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { drawnPdf, lockedPdf, pngOf, sampleJpg, samplePdf, samplePng } from '#tests/support/world/sample-files.ts'
import { defectIn } from './readable.server.ts'

type Kind = Parameters<typeof defectIn>[0]

const troubleOf = (kind: Kind, content: Buffer, pieces = 1000) =>
  defectIn(kind, async () => {
    const count = Math.ceil(content.length / pieces)
    return Readable.from(Array.from({ length: count }, (_, i) => content.subarray(i * pieces, (i + 1) * pieces)))
  })

/** The first pages are found without what follows. */
const manyPages = () => drawnPdf(Array.from({ length: 9 }, (_, i) => `Page ${i + 1}`))

describe('PDFs', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['with one page', samplePdf],
    ['with several', manyPages],
    ['that anybody may open and nobody change', () => lockedPdf({ ownerPassword: 'ours' })],
    ['behind an empty line', () => Buffer.concat([Buffer.from('\r\n'), samplePdf()])],
    ['with something behind its end', () => Buffer.concat([samplePdf(), Buffer.alloc(3000)])],
    ['whose table of contents is at another place than it says', () => wrongStart(manyPages())],
  ])('%s can be read', async (_, make) => expect(await troubleOf('pdf', await make())).toBeNull())

  test('one that needs a password says so', async () => {
    expect(await troubleOf('pdf', await lockedPdf({ userPassword: 'secret', ownerPassword: 'ours' }))).toBe(
      'needs_password',
    )
  })

  test.each<[string, () => Buffer]>([
    ['cut off in the middle', () => manyPages().subarray(0, 900)],
    ['cut off near its end', () => manyPages().subarray(0, -20)],
    [
      'made for the web and cut off',
      () => Buffer.concat([Buffer.from('%PDF-1.4\n1 0 obj\n<< /Linearized 1 /L 99999 >>\nendobj\n'), samplePdf()]),
    ],
    [
      'without a page',
      () =>
        Buffer.from(
          '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n',
        ),
    ],
    [
      'whose pages are not there',
      () => Buffer.from(samplePdf().toString('latin1').replace('/Kids [4 0 R]', '/Kids [9 0 R]'), 'latin1'),
    ],
    [
      'of other bytes',
      () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000, 7), Buffer.from('startxref')]),
    ],
  ])('one %s is damaged', async (_, make) => expect(await troubleOf('pdf', make())).toBe('damaged'))

  test('one that unpacks to more than there is room for is given up, and the next is read', async () => {
    expect(await troubleOf('pdf', packedBomb())).toBe('too_slow')
    expect(await troubleOf('pdf', samplePdf())).toBeNull()
  })
})

function wrongStart(file: Buffer): Buffer {
  return Buffer.from(file.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1')
}

/** The cross-reference table is a stream that unpacks to more than a gigabyte. */
function packedBomb(): Buffer {
  const packed = deflateSync(Buffer.alloc(1_300_000_000), { level: 9 })
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /XRef /Size 200000000 /W [1 4 2] /Root 2 0 R /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n')])
}

describe('pictures', () => {
  test.each<[string, Kind, () => Buffer]>([
    ['a PNG', 'png', samplePng],
    ['a PNG with 16 bits', 'png', () => pngOf({ width: 20, height: 30, depth: 16, colours: 6 })],
    ['an interlaced PNG', 'png', () => pngOf({ width: 21, height: 13, depth: 8, colours: 2, interlaced: true })],
    ['a PNG in black and white', 'png', () => pngOf({ width: 21, height: 13, depth: 1, colours: 0 })],
    ['a PNG with something behind it', 'png', () => Buffer.concat([samplePng(), Buffer.from('behind')])],
    ['a JPEG', 'jpg', sampleJpg],
    ['a JPEG with a second one behind it', 'jpg', () => Buffer.concat([sampleJpg(), sampleJpg()])],
  ])('%s can be drawn', async (_, kind, make) => {
    for (const pieces of [1, 7, 1000]) expect(await troubleOf(kind, make(), pieces)).toBeNull()
  })

  test.each<[string, Kind, () => Buffer]>([
    ['a PNG that is cut off', 'png', () => pngOf({ width: 90, height: 90, depth: 8, colours: 2 }).subarray(0, -20)],
    ['a PNG with half of its rows', 'png', () => pngOf({ width: 9, height: 90, depth: 8, colours: 2, rows: 45 })],
    ['a PNG with a wrong sum', 'png', () => flipped(pngOf({ width: 9, height: 9, depth: 8, colours: 2 }), 45)],
    ['a PNG of no size', 'png', () => pngOf({ width: 0, height: 9, depth: 8, colours: 2 })],
    ['a PNG of no colours', 'png', () => pngOf({ width: 9, height: 9, depth: 8, colours: 5 })],
    ['a JPEG that is cut off', 'jpg', () => sampleJpg().subarray(0, -6)],
    ['a JPEG without a picture', 'jpg', () => Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')],
  ])('%s is damaged', async (_, kind, make) => {
    for (const pieces of [1, 7, 1000]) expect(await troubleOf(kind, make(), pieces)).toBe('damaged')
  })

  test('what no browser draws says so, before anything is unpacked', async () => {
    expect(await troubleOf('png', pngOf({ width: 30_000, height: 30_000, depth: 8, colours: 2, rows: 1 }))).toBe(
      'too_many_pixels',
    )
    expect(await troubleOf('png', pngOf({ width: 40_000, height: 1, depth: 8, colours: 0 }))).toBe('too_many_pixels')
    const wide = sampleJpg()
    const frame =
      wide.indexOf(Buffer.from('ffc0', 'hex')) < 0
        ? wide.indexOf(Buffer.from('ffc2', 'hex'))
        : wide.indexOf(Buffer.from('ffc0', 'hex'))
    wide.writeUInt16BE(60_000, frame + 5)
    expect(await troubleOf('jpg', wide)).toBe('too_many_pixels')
  })
})

function flipped(file: Buffer, place: number): Buffer {
  const copy = Buffer.from(file)
  copy[place] = (copy[place] ?? 0) ^ 0xff
  return copy
}
