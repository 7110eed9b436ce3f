/**
 * How far the clock of the app beside this harbour is ahead of the world's, so that dates pass while somebody looks on. It only
 * ever goes forward: what has happened has happened. The ledgers keep the world's time.
 */
import { openJournal } from '#harbour/journal.ts'

export type TimeShift = {
  aheadMs(): number
  forward(ms: number): void
  close(): void
}

const MOST_AHEAD_MS = 10 * 365 * 24 * 3_600_000

export function openTimeShift(file: string | null): TimeShift {
  const journal = openJournal(file)
  const last = journal.earlier.at(-1)
  let ahead = typeof last === 'number' ? last : 0
  return {
    aheadMs: () => ahead,
    forward(ms) {
      ahead = Math.min(MOST_AHEAD_MS, ahead + ms)
      journal.append(ahead)
    },
    close: () => journal.close(),
  }
}
