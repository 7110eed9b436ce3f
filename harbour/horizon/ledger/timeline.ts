/**
 * Close times of ledgers. Empty ledgers are not stored: their times follow from the last anchor, a ledger whose time is
 * known, and the interval. After downtime, empty ledgers have closed meanwhile, as on the real network.
 */

export type Anchor = {
  sequence: number
  /** Close time in milliseconds since 1970. */
  at: number
  /** Milliseconds between the ledgers after it; 0: they close only on request. */
  everyMs: number
}

export class Timeline {
  readonly #anchors: Anchor[]

  constructor(first: Anchor) {
    this.#anchors = [first]
  }

  get last(): Anchor {
    return this.#anchors.at(-1) ?? { sequence: 0, at: 0, everyMs: 0 }
  }

  /** `anchor` must not be earlier than the last one. */
  anchor(anchor: Anchor): void {
    this.#anchors.push(anchor)
  }

  /** Returns the newest ledger due by this time, in milliseconds since 1970. */
  sequenceAt(time: number): number {
    const { sequence, at, everyMs } = this.last
    if (everyMs === 0 || time <= at) return sequence
    return sequence + Math.floor((time - at) / everyMs)
  }

  /** Close time of a ledger in milliseconds since 1970. */
  closedAt(sequence: number): number {
    const anchor = this.#before(sequence)
    return anchor.at + (sequence - anchor.sequence) * anchor.everyMs
  }

  #before(sequence: number): Anchor {
    let low = 0
    let high = this.#anchors.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#anchors[middle]?.sequence ?? 0) <= sequence) low = middle
      else high = middle - 1
    }
    return this.#anchors[low] ?? this.last
  }
}
