/**
 * When each ledger closed. Ledgers follow each other on a fixed beat, so an empty one is never stored: its close time
 * is computed from the last anchor, a ledger whose time is known. A harbour that was down, or a machine that slept,
 * finds that the network has gone on closing empty ledgers meanwhile, as the real one would have.
 */

export type Anchor = {
  sequence: number
  /** Close time in milliseconds since 1970. */
  at: number
  /** Beat of the ledgers after it in milliseconds; 0 when they close only on request. */
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

  /** Adds an anchor; it must not be earlier than the last one. */
  anchor(anchor: Anchor): void {
    this.#anchors.push(anchor)
  }

  /** The newest ledger that should have closed by this time, in milliseconds since 1970. */
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
