/** What both sides say in a dispute, and how much of it (docs/decisions/134). The database has the same bounds. */
import { MEGABYTE, safeFileName } from '#app/kernel/domain/file-kind.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'

export const VOICE_LIMITS = {
  /** Characters of one statement. */
  words: 4000,
  /** Of one side in one dispute. */
  statements: 10,
  /** Of one statement. */
  files: 5,
  /** Of one side in all disputes of an escrow: no side takes room from the other, nor from the papers of the trade. */
  filesOfSide: 30,
  bytesOfSide: 200 * MEGABYTE,
} as const

type Said = { side: Reader; statedAt: Date }
type Opened = { openedAt: Date; openedBy: Reader; byDates: boolean }

/**
 * Since when each side has been heard; null: not yet. Whoever opened the dispute has said why with that; nobody has where a date
 * opened it.
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

/** `disputes/{txid}_{side}-{unique}_{filename}`, as the other files of a trade are called. */
export function voiceKey(file: { txid: string; side: Reader; unique: string; fileName: string }): string {
  return `disputes/${file.txid}_${file.side}-${file.unique}_${safeFileName(file.fileName)}`
}
