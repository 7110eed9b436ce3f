/** How far the clock of the app and both ledgers is ahead of real time. Forward only: events cannot be undone. */
import { setTimeout as wait } from 'node:timers/promises'
import { openJournal } from '#harbour/journal.ts'

export type TimeShift = {
  aheadMs(): number
  forward(ms: number): void
  /** Listeners inside the harbour are called before `forward` returns. */
  onForward(listener: () => void): void
  /** Called when a process reports how far its clock is ahead. */
  hear(follower: { name: string; aheadMs: number }): void
  /** Resolves when every following process is as far ahead, or has been silent for some seconds. */
  untilFollowed(): Promise<void>
  close(): void
}

const MOST_AHEAD_MS = 10 * 365 * 24 * 3_600_000
/** Processes report each second; one that is silent for so long has ended or hangs. */
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
