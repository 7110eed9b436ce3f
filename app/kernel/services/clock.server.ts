/** The clock of a process. Beside a harbour it follows the harbour's, which can be moved; everywhere else it is the machine's. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'

const answer = z.object({ aheadMs: z.number().int().nonnegative() })
const EVERY_MS = 1_000
const PATIENCE_MS = 2_000

export type Clock = {
  now(): Date
  /** Calls `act` whenever time was moved forward. Only of a clock that can be moved. */
  onMoved?(act: () => void): void
  /** By how many milliseconds it was moved ahead of the machine's. Only of a clock that can be moved. */
  movedMs?(): number
}

/**
 * `followed`: the address of a harbour's clock; null: none (the settings refuse one on public networks). Given up, it asks no more and
 * goes on as it went; a process keeps its own until it ends.
 */
export async function openClock(followed: string | null): Promise<Clock & Disposable> {
  if (followed === null) return { now: () => new Date(), [Symbol.dispose]: () => undefined }
  const follower = randomUUID()
  const acts: (() => void)[] = []
  let aheadMs = 0
  const follow = async () => {
    // The harbour hears who follows it and how far, so that it can say when all have.
    const read = await readAhead(new URL(`/api/time?follower=${follower}&ahead=${aheadMs}`, followed))
    // It never goes back: a harbour that began anew would otherwise undo what has happened.
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

/** By how much a clock is ahead of this machine's, in milliseconds: whole seconds, so that pages that say the same are the same. */
export function aheadOf(clock: Pick<Clock, 'now'>): number {
  return Math.round((clock.now().getTime() - Date.now()) / 1_000) * 1_000
}

/** Null: the harbour does not answer, and the clock goes on as it went. */
async function readAhead(address: URL): Promise<number | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return answer.parse(await response.json()).aheadMs
  } catch {
    return null
  }
}
