/** Finds images that browsers do not draw, or draw only in part. Streams the file from start to end. */
import type { Readable } from 'node:stream'
import { crc32, createInflate } from 'node:zlib'
import type { FileDefect } from '#app/kernel/domain/file-kind.ts'
import { Pieces } from '#app/kernel/services/pieces.server.ts'

/** Browsers draw no image above these limits, which would take a gigabyte of the reader's memory. */
const LONGEST_SIDE = 32_767
const MOST_PIXELS = 2 ** 28
/** At most so many bytes of pixels are unpacked; the rest is not checked. */
const MOST_UNPACKED = 2 ** 28

type Size = { width: number; height: number }

function sizeDefect({ width, height }: Size): FileDefect | null {
  if (width === 0 || height === 0) return 'damaged'
  return Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS ? 'too_many_pixels' : null
}

const PNG_SIGN_BYTES = 8
const FIRST_CHUNK_BYTES = 13
/** Bit 5 of the first letter of a chunk's name: the image can be drawn without this chunk (PNG 5.4). */
const ANCILLARY = 0x20
/** Channels by colour type (PNG 11.2.1). */
const CHANNELS: Partial<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Checks a PNG (ISO 15948): all chunks up to IEND are there, and the pixels unpack completely. */
export async function pngDefect(content: Readable): Promise<FileDefect | null> {
  const bytes = new Pieces(content)
  const pixels = new Unpacked()
  try {
    if (!(await bytes.skip(PNG_SIGN_BYTES))) return 'damaged'
    for (let isFirst = true; ; isFirst = false) {
      const head = await bytes.take(8)
      if (!head) return 'damaged'
      const [length, name] = [head.readUInt32BE(0), head.toString('latin1', 4)]
      if (isFirst !== (name === 'IHDR')) return 'damaged'
      if (isFirst) {
        const body = length === FIRST_CHUNK_BYTES ? await bytes.take(length + 4) : null
        if (!body || body.readUInt32BE(length) !== crc32(body.subarray(0, length), crc32(head.subarray(4))))
          return 'damaged'
        const trouble = sizeDefect({ width: body.readUInt32BE(0), height: body.readUInt32BE(4) })
        if (trouble) return trouble
        pixels.expect(unpackedSize(body))
        continue
      }
      if (name === 'IEND') return (await pixels.areAllThere()) ? null : 'damaged'
      let sum = crc32(head.subarray(4))
      let left = length
      for await (const piece of bytes.next(length)) {
        sum = crc32(piece, sum)
        left -= piece.length
        if (name === 'IDAT') await pixels.take(piece)
      }
      const said = left === 0 ? await bytes.take(4) : null
      if (!said) return 'damaged'
      const isNeeded = ((head[4] ?? 0) & ANCILLARY) === 0
      if (isNeeded && said.readUInt32BE(0) !== sum) return 'damaged'
    }
  } finally {
    pixels.close()
    content.destroy()
  }
}

/** Interlace passes of a PNG (PNG 8.2): x and y of the first pixel, step of x, step of y. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Unpacked bytes of all rows, each with one filter byte. NaN: unknown colour type. */
function unpackedSize(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const bits = (header[8] ?? 0) * (CHANNELS[header[9] ?? 1] ?? Number.NaN)
  const rows = (across: number, down: number) => (across === 0 ? 0 : down * (1 + Math.ceil((across * bits) / 8)))
  if (header[12] === 0) return rows(width, height)
  return PASSES.reduce((sum, [x, y, stepX, stepY]) => {
    const [across, down] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)]
    return sum + rows(Math.max(0, across), Math.max(0, down))
  }, 0)
}

/** Counts the unpacked bytes of a PNG's pixels without keeping them. */
class Unpacked {
  #expected = 0
  #size = 0
  #isBroken = false
  readonly #inflate = createInflate({ chunkSize: 64 * 1024 })
  readonly #ended: Promise<void>

  constructor() {
    this.#inflate.on('data', (chunk: Buffer) => {
      this.#size += chunk.length
    })
    this.#ended = new Promise((resolve) => {
      this.#inflate.on('end', resolve)
      this.#inflate.on('close', resolve)
      this.#inflate.on('error', () => {
        this.#isBroken = true
        resolve()
      })
    })
  }

  /** NaN: the image is never complete. */
  expect(size: number): void {
    this.#expected = Math.min(size, MOST_UNPACKED)
  }

  async take(piece: Buffer): Promise<void> {
    if (this.#isBroken || this.#size >= this.#expected || this.#inflate.writableEnded) return
    await new Promise<void>((resolve) => {
      this.#inflate.write(piece, () => resolve())
      void this.#ended.then(resolve)
    })
  }

  /** True if at least the expected bytes were unpacked; more do no harm. */
  async areAllThere(): Promise<boolean> {
    if (this.#size < this.#expected) {
      this.#inflate.end()
      await this.#ended
    }
    return this.#size >= this.#expected
  }

  close(): void {
    this.#inflate.destroy()
  }
}

const MARK = 0xff
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Checks a JPEG (ITU-T T.81): it has a size, a scan and an end. Data behind the end is ignored. */
export async function jpegDefect(content: Readable): Promise<FileDefect | null> {
  const bytes = new Pieces(content)
  try {
    if (!(await bytes.skip(2))) return 'damaged'
    let hasSize = false
    let hasScan = false
    for (;;) {
      const code = await nextMark(bytes)
      // Cut off: the end marker is missing.
      if (code === null) return 'damaged'
      if (code === END_OF_IMAGE) return hasSize && hasScan ? null : 'damaged'
      if (standsAlone(code)) continue
      const length = (await bytes.take(2))?.readUInt16BE(0) ?? 0
      if (length < 2) return 'damaged'
      if (!isFrame(code)) {
        if (!(await bytes.skip(length - 2))) return 'damaged'
        hasScan ||= code === START_OF_SCAN && hasSize
        continue
      }
      const frame = length >= 8 ? await bytes.take(length - 2) : null
      if (!frame) return 'damaged'
      const trouble = sizeDefect({ height: frame.readUInt16BE(1) || 1, width: frame.readUInt16BE(3) })
      if (trouble) return trouble
      hasSize = true
    }
  } finally {
    content.destroy()
  }
}

/** Returns the next marker code. Within scan data, 0xff00 is an escaped byte and no marker. Null: end of the file. */
async function nextMark(bytes: Pieces): Promise<number | null> {
  while (await bytes.skipBehind(MARK)) {
    let code = (await bytes.take(1))?.[0]
    while (code === MARK) code = (await bytes.take(1))?.[0]
    if (code === undefined) return null
    if (code !== 0) return code
  }
  return null
}

/** Markers without a segment: restarts within a scan, and others (B.1.1.3). */
function standsAlone(code: number): boolean {
  return code === 0x01 || (code >= 0xd0 && code <= 0xd8)
}

/** Start of a frame, which contains the size: any coding, but not the tables DHT, JPG and DAC (B.1.1.3). */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
}
