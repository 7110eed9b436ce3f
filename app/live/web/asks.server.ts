/** Rate limit in this process only: counting in the database would cost more than the request. */

const WINDOW_MS = 60_000

export type Asks = {
  /** Counts one request. False: the limit of this minute is reached. */
  count(key: string): boolean
  /** True if the limit of this minute is reached. */
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
