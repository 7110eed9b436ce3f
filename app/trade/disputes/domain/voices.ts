/** Limits of the statements in a dispute (docs/decisions/134). The database enforces the same ones. */
import { MEGABYTE, safeFileName } from '#app/kernel/domain/file-kind.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'

export const VOICE_LIMITS = {
  /** Characters of one statement. */
  words: 4000,
  /** Per side and dispute. */
  statements: 10,
  /** Per statement. */
  files: 5,
  /** Per side in all disputes of an escrow: separate from the other side's quota and from that of the documents. */
  filesOfSide: 30,
  bytesOfSide: 200 * MEGABYTE,
} as const

type Said = { side: Reader; statedAt: Date }
type Opened = { openedAt: Date; openedBy: Reader; byDates: boolean }

/**
 * When each side was first heard. Null: not yet. Opening a dispute counts as being heard, since it states a reason; a
 * deadline that opens one counts for neither side.
 */
export function heardSince(
  { openedAt, openedBy, byDates }: Opened,
  said: readonly Said[],
): Record<Reader, Date | null> {
  const of = (side: Reader) => {
    if (!byDates && openedBy === side) return openedAt
    return said.find((one) => one.side === side)?.statedAt ?? null
  }
  return { buyer: of('buyer'), seller: of('seller') }
}

/** `disputes/{txid}_{side}-{unique}_{filename}`, like the other storage keys of a trade. */
export function voiceKey(file: { txid: string; side: Reader; unique: string; fileName: string }): string {
  return `disputes/${file.txid}_${file.side}-${file.unique}_${safeFileName(file.fileName)}`
}
