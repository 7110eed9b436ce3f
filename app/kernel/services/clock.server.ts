/** The clock of a process: the machine's, or beside a harbour the harbour's, which can be moved. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'

const answer = z.object({ aheadMs: z.number().int().nonnegative() })
const EVERY_MS = 1_000
const PATIENCE_MS = 2_000

export type Clock = {
  now(): Date
  /** Calls `act` whenever time was moved forward. Only on a clock that can be moved. */
  onMoved?(act: () => void): void
  /** Milliseconds by which it was moved ahead of the machine's. Only on a clock that can be moved. */
  movedMs?(): number
}

/**
 * `followed`: the address of a harbour's clock; null: none (the settings refuse one on public networks). A disposed
 * clock polls no more and keeps its offset; a process keeps its own until it ends.
 */
export async function openClock(followed: string | null): Promise<Clock & Disposable> {
  if (followed === null) return { now: () => new Date(), [Symbol.dispose]: () => undefined }
  const follower = randomUUID()
  const acts: (() => void)[] = []
  let aheadMs = 0
  const follow = async () => {
    // The harbour learns who follows it and how far, so that it can say when all followers are there.
    const read = await readAhead(new URL(`/api/time?follower=${follower}&ahead=${aheadMs}`, followed))
    // Never moves back: a restarted harbour would otherwise undo what has happened.
    if (read === null || read <= aheadMs) return
    aheadMs = read
    for (const act of acts) act()
  }
  await follow()
  const following = setInterval(follow, EVERY_MS).unref()
  return {
    now: () => new Date(Date.now() + aheadMs),
    onMoved: (act) => acts.push(act),
    movedMs: () => aheadMs,
    [Symbol.dispose]: () => clearInterval(following),
  }
}

/** Milliseconds by which a clock is ahead of this machine's, rounded to whole seconds so equal pages stay equal. */
export function aheadOf(clock: Pick<Clock, 'now'>): number {
  return Math.round((clock.now().getTime() - Date.now()) / 1_000) * 1_000
}

/** Null: the harbour does not answer, and the clock keeps its offset. */
async function readAhead(address: URL): Promise<number | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return answer.parse(await response.json()).aheadMs
  } catch {
    return null
  }
}
