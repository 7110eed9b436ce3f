/**
 * How far an account has been read: the last ledger that was read whole, and, between two pages of one range, where
 * the next page starts. Opaque to everyone else.
 */
import { z } from 'zod'
import { marker } from './answers.ts'

const cursor = z.object({
  /** Every payment up to this ledger has been handed out. */
  done: z.number().int().nonnegative(),
  /** In the middle of the ledgers after `done` up to this one. */
  range: z.object({ upTo: z.number().int().positive(), marker }).optional(),
})
export type XrplCursor = z.infer<typeof cursor>

export function writeCursor(position: XrplCursor): string {
  return position.range === undefined ? String(position.done) : JSON.stringify(position)
}

/** The ledger of this number is the first that is read after it. */
export function cursorBefore(sequence: number): string {
  return writeCursor({ done: Math.max(sequence - 1, 0) })
}

/** Throws when the text was not written by `writeCursor`. */
export function readCursor(text: string): XrplCursor {
  return /^\d+$/.test(text) ? cursor.parse({ done: Number(text) }) : cursor.parse(JSON.parse(text))
}
