/** How often somebody may ask, counted in this process alone: an ask must cost less than the counting of it in the database. */

const WINDOW_MS = 60_000

export type Asks = {
  /** Counts one. False when there were too many in this minute. */
  count(key: string): boolean
  /** Were there too many already? */
  isOver(key: string): boolean
}

export function openAsks({ most, now }: { most: number; now: () => number }): Asks {
  let since = now()
  let counts = new Map<string, number>()
  const ofNow = () => {
    if (now() - since >= WINDOW_MS) {
      since = now()
      counts = new Map()
    }
    return counts
  }
  const isOver = (key: string) => (ofNow().get(key) ?? 0) >= most
  return {
    count(key) {
      if (isOver(key)) return false
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return true
    },
    isOver,
  }
}
