/** Sets a variable font to one weight, as a font of its own: what embeds fonts in a PDF cannot vary them. */
import { changed, type Table, type TrueType, withOutlines } from './true-type.ts'
import { int16, type Outline, type Point, writeGlyph } from './true-type-glyph.ts'

export type Command = { command: string; args: number[] }
export type DrawnGlyph = { advanceWidth: number; path: { commands: Command[] } }

/** They say how the font varies, which it does no longer. */
const VARYING = ['avar', 'cvar', 'fvar', 'gvar', 'HVAR', 'MVAR', 'STAT', 'VVAR']

/** `glyphs` are the font's own, drawn at the weight. Outlines lose their instructions: those were for another weight. */
export function atWeight({ flavor, tables }: TrueType, glyphs: DrawnGlyph[]): TrueType {
  const outlines = glyphs.map(({ path }) => outlineOf(path.commands))
  const metrics = glyphs.map(({ advanceWidth }, index) => {
    const left = Math.min(...(outlines[index]?.points.map(({ x }) => x) ?? []))
    return Buffer.concat([int16(Math.round(advanceWidth)), int16(Number.isFinite(left) ? left : 0)])
  })
  const kept = tables.filter(({ tag }) => !VARYING.includes(tag)).map((table) => withMetrics(table, metrics))
  return { flavor, tables: withOutlines(kept, outlines.map(writeGlyph)) }
}

/** Every glyph has a width of its own; `hhea` says how many there are. */
function withMetrics(table: Table, metrics: Uint8Array[]): Table {
  if (table.tag === 'hmtx') return { tag: 'hmtx', content: Buffer.concat(metrics) }
  return table.tag === 'hhea' ? changed(table, (view) => view.setUint16(34, metrics.length)) : table
}

function outlineOf(commands: Command[]): Outline {
  const outline: Outline = { ends: [], points: [] }
  let first = 0
  for (const { command, args } of commands) {
    if (command === 'closePath') {
      close(outline, first)
      first = outline.points.length
    } else {
      outline.points.push(...pointsOf(args))
    }
  }
  return outline
}

/** A line has its end, a curve its handle and its end. */
function pointsOf([x1 = 0, y1 = 0, x2, y2]: number[]): Point[] {
  if (x2 === undefined || y2 === undefined) return [point(x1, y1, true)]
  return [point(x1, y1, false), point(x2, y2, true)]
}

function point(x: number, y: number, isOnCurve: boolean): Point {
  return { x: Math.round(x), y: Math.round(y), isOnCurve }
}

/** A contour ends where it began without saying so. */
function close({ ends, points }: Outline, first: number): void {
  const [start, end] = [points[first], points.at(-1)]
  if (points.length - first > 1 && start?.x === end?.x && start?.y === end?.y) points.pop()
  ends.push(points.length - 1)
}
