/** Rebuilds the outlines of a WOFF2 font (WOFF2 §5.1). */
import { ByteReader } from './byte-reader.ts'
import { boxAround, int16, type Point, writeInstructedOutline } from './true-type-glyph.ts'

type Streams = {
  contours: ByteReader
  pointCounts: ByteReader
  flags: ByteReader
  triplets: ByteReader
  composites: ByteReader
  boxes: ByteReader
  hasBox: (glyph: number) => boolean
  instructions: ByteReader
}

const BOX_BYTES = 8

/** Each glyph as `glyf` holds it; an empty one draws nothing. */
export function rebuildGlyphs(transformed: Uint8Array): Uint8Array[] {
  const { glyphCount, streams } = openStreams(transformed)
  return Array.from({ length: glyphCount }, (_, index) => rebuildGlyph(streams, index))
}

function openStreams(transformed: Uint8Array): { glyphCount: number; streams: Streams } {
  const header = new ByteReader(transformed)
  header.skip(4)
  const glyphCount = header.u16()
  header.skip(2)
  const lengths = Array.from({ length: 7 }, () => header.u32())
  const [contours, pointCounts, flags, triplets, composites, boxes, instructions] = lengths.map(
    (length) => new ByteReader(header.take(length)),
  )
  if (!contours || !pointCounts || !flags || !triplets || !composites || !boxes || !instructions) {
    throw new RangeError('the outlines of the font are incomplete')
  }
  const boxed = boxes.take(Math.ceil(glyphCount / 32) * 4)
  const hasBox = (glyph: number) => ((boxed[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7))) !== 0
  return { glyphCount, streams: { contours, pointCounts, flags, triplets, composites, boxes, hasBox, instructions } }
}

function rebuildGlyph(streams: Streams, index: number): Uint8Array {
  const contourCount = streams.contours.i16()
  if (contourCount === 0) return new Uint8Array()
  const outline = contourCount < 0 ? readComposite(streams) : readSimple(streams, contourCount)
  const box = streams.hasBox(index) ? streams.boxes.take(BOX_BYTES) : boxAround(outline.points)
  return Buffer.concat([int16(contourCount), box, outline.body])
}

type Outline = { points: Point[]; body: Uint8Array }

const WORDS = 0x1
const ONE_SCALE = 0x8
const MORE_FOLLOW = 0x20
const TWO_SCALES = 0x40
const MATRIX = 0x80
const HAS_INSTRUCTIONS = 0x100

/** A glyph made of others, such as a letter and its accent: stands as it is, with its instructions behind it. */
function readComposite({ composites, triplets, instructions }: Streams): Outline {
  const parts: Uint8Array[] = []
  let flags = MORE_FOLLOW
  let isInstructed = false
  while ((flags & MORE_FOLLOW) !== 0) {
    flags = composites.u16()
    const offsets = (flags & WORDS) !== 0 ? 4 : 2
    const scale = (flags & ONE_SCALE) !== 0 ? 2 : (flags & TWO_SCALES) !== 0 ? 4 : (flags & MATRIX) !== 0 ? 8 : 0
    parts.push(int16(flags), composites.take(2 + offsets + scale))
    isInstructed ||= (flags & HAS_INSTRUCTIONS) !== 0
  }
  if (isInstructed) {
    const length = triplets.short255()
    parts.push(int16(length), instructions.take(length))
  }
  return { points: [], body: Buffer.concat(parts) }
}

function readSimple({ pointCounts, flags, triplets, instructions }: Streams, contourCount: number): Outline {
  const ends: number[] = []
  let count = 0
  for (let contour = 0; contour < contourCount; contour += 1) {
    count += pointCounts.short255()
    ends.push(count - 1)
  }
  const points: Point[] = []
  let last = { x: 0, y: 0 }
  for (let index = 0; index < count; index += 1) {
    const flag = flags.u8()
    const step = readTriplet(flag & 0x7f, triplets)
    last = { x: last.x + step.dx, y: last.y + step.dy }
    points.push({ ...last, isOnCurve: flag < 0x80 })
  }
  const hints = instructions.take(triplets.short255())
  return { points, body: writeInstructedOutline({ ends, points, instructions: hints }) }
}

/** The step to the next point; how it is written depends on its size (WOFF2 §5.2, table 2). */
function readTriplet(flag: number, bytes: ByteReader): { dx: number; dy: number } {
  const sign = (bits: number, value: number) => ((bits & 1) === 1 ? value : -value)
  if (flag < 10) return { dx: 0, dy: sign(flag, ((flag & 14) << 7) + bytes.u8()) }
  if (flag < 20) return { dx: sign(flag, (((flag - 10) & 14) << 7) + bytes.u8()), dy: 0 }
  if (flag < 84) {
    const base = flag - 20
    const both = bytes.u8()
    return {
      dx: sign(flag, 1 + (base & 0x30) + (both >> 4)),
      dy: sign(flag >> 1, 1 + ((base & 0x0c) << 2) + (both & 0x0f)),
    }
  }
  if (flag < 120) {
    const base = flag - 84
    const dx = sign(flag, 1 + (Math.floor(base / 12) << 8) + bytes.u8())
    return { dx, dy: sign(flag >> 1, 1 + (((base % 12) >> 2) << 8) + bytes.u8()) }
  }
  if (flag < 124) {
    const [first, middle, last] = [bytes.u8(), bytes.u8(), bytes.u8()]
    return { dx: sign(flag, (first << 4) + (middle >> 4)), dy: sign(flag >> 1, ((middle & 0x0f) << 8) + last) }
  }
  return { dx: sign(flag, bytes.u16()), dy: sign(flag >> 1, bytes.u16()) }
}
