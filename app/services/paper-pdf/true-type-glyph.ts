/** Writes outlines as the table `glyf` of a TrueType font holds them. */

export type Point = { x: number; y: number; isOnCurve: boolean }

/** The places of the contours' last points, and all points one after the other. */
export type Outline = { ends: number[]; points: Point[] }

/** A whole glyph without instructions; an empty one draws nothing. Coordinates are whole units of the font. */
export function writeGlyph(outline: Outline): Uint8Array {
  if (outline.points.length === 0) return new Uint8Array()
  const body = writeInstructedOutline({ ...outline, instructions: new Uint8Array() })
  return Buffer.concat([int16(outline.ends.length), boxAround(outline.points), body])
}

/** What follows the heading of a glyph. */
export function writeInstructedOutline(outline: Outline & { instructions: Uint8Array }): Uint8Array {
  const { ends, instructions, points } = outline
  return Buffer.concat([...ends.map(int16), int16(instructions.length), instructions, writePoints(points)])
}

const ON_CURVE = 0x1
const X_SHORT = 0x2
const Y_SHORT = 0x4
const X_SAME_OR_POSITIVE = 0x10
const Y_SAME_OR_POSITIVE = 0x20

/** First all flags, then all steps to the right, then all steps up: one byte for short steps, none for none. */
function writePoints(points: Point[]): Uint8Array {
  const flags: number[] = []
  const xs: Uint8Array[] = []
  const ys: Uint8Array[] = []
  let last = { x: 0, y: 0 }
  for (const { x, y, isOnCurve } of points) {
    const across = writeStep(x - last.x)
    const up = writeStep(y - last.y)
    flags.push(
      (isOnCurve ? ON_CURVE : 0) |
        (across.isShort ? X_SHORT : 0) |
        (across.isSameOrPositive ? X_SAME_OR_POSITIVE : 0) |
        (up.isShort ? Y_SHORT : 0) |
        (up.isSameOrPositive ? Y_SAME_OR_POSITIVE : 0),
    )
    xs.push(across.bytes)
    ys.push(up.bytes)
    last = { x, y }
  }
  return Buffer.concat([Uint8Array.from(flags), ...xs, ...ys])
}

function writeStep(step: number): { bytes: Uint8Array; isShort: boolean; isSameOrPositive: boolean } {
  if (step === 0) return { bytes: new Uint8Array(), isShort: false, isSameOrPositive: true }
  if (Math.abs(step) > 255) return { bytes: int16(step), isShort: false, isSameOrPositive: false }
  return { bytes: Uint8Array.of(Math.abs(step)), isShort: true, isSameOrPositive: step > 0 }
}

/** xMin, yMin, xMax, yMax. */
export function boxAround(points: Point[]): Uint8Array {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return Buffer.concat([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(int16))
}

export function int16(value: number): Uint8Array {
  return Uint8Array.of((value >> 8) & 0xff, value & 0xff)
}
