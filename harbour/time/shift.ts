/**
 * How far the clock of the app beside this harbour is ahead of the world's, so that dates pass while somebody looks on. It only
 * ever goes forward: what has happened has happened. Both ledgers go by it, too.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { openJournal } from '#harbour/journal.ts'

export type TimeShift = {
  aheadMs(): number
  forward(ms: number): void
  /** What goes by this clock inside the harbour hears of it before `forward` returns. */
  onForward(listener: () => void): void
  /** A process that goes by this clock says how far ahead it is. */
  hear(follower: { name: string; aheadMs: number }): void
  /** Resolves when every process that goes by this clock is as far ahead, or has said nothing for some seconds. */
  untilFollowed(): Promise<void>
  close(): void
}

const MOST_AHEAD_MS = 10 * 365 * 24 * 3_600_000
/** A process asks each second; one that is silent for so long has ended, or does not answer to anybody. */
const SILENT_AFTER_MS = 10_000
const LOOK_EVERY_MS = 50

export function openTimeShift(file: string | null): TimeShift {
  const journal = openJournal(file)
  const last = journal.earlier.at(-1)
  let ahead = typeof last === 'number' ? last : 0
  const listeners: (() => void)[] = []
  const followers = new Map<string, { aheadMs: number; heardAt: number }>()
  const lagging = () => {
    const now = performance.now()
    return [...followers.values()].some(({ aheadMs, heardAt }) => aheadMs < ahead && now - heardAt < SILENT_AFTER_MS)
  }
  return {
    aheadMs: () => ahead,
    forward(ms) {
      ahead = Math.min(MOST_AHEAD_MS, ahead + ms)
      journal.append(ahead)
      for (const listener of listeners) listener()
    },
    onForward(listener) {
      listeners.push(listener)
    },
    hear({ name, aheadMs }) {
      followers.set(name, { aheadMs, heardAt: performance.now() })
    },
    async untilFollowed() {
      while (lagging()) await wait(LOOK_EVERY_MS)
    },
    close: () => journal.close(),
  }
}
