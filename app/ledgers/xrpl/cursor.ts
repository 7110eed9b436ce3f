/** How far an account has been read: the last full ledger and, within a range, the next page. Opaque elsewhere. */
import { z } from 'zod'
import { marker } from './answers.ts'

const cursor = z.object({
  /** Every payment up to this ledger has been returned. */
  done: z.number().int().nonnegative(),
  /** The ledgers after `done` up to this one are read in part. */
  range: z.object({ upTo: z.number().int().positive(), marker }).optional(),
})
export type XrplCursor = z.infer<typeof cursor>

export function writeCursor(position: XrplCursor): string {
  return position.range === undefined ? String(position.done) : JSON.stringify(position)
}

/** The cursor after which reading begins with the ledger of this number. */
export function cursorBefore(sequence: number): string {
  return writeCursor({ done: Math.max(sequence - 1, 0) })
}

/** Throws when the text was not written by `writeCursor`. */
export function readCursor(text: string): XrplCursor {
  return /^\d+$/.test(text) ? cursor.parse({ done: Number(text) }) : cursor.parse(JSON.parse(text))
}
