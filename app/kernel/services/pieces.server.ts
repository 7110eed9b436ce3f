/** Reads a stream from its beginning, by lengths; holds no more than a piece and what was asked for. */
import type { Readable } from 'node:stream'

export class Pieces {
  position = 0
  #held: Buffer = Buffer.alloc(0)
  readonly #source: AsyncIterator<Buffer>

  constructor(content: Readable) {
    this.#source = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /** Null: the stream ends before. */
  async take(length: number): Promise<Buffer | null> {
    const taken: Buffer[] = []
    for await (const piece of this.next(length)) taken.push(piece)
    const all = Buffer.concat(taken)
    return all.length === length ? all : null
  }

  /** False: the stream ends before. */
  async skip(length: number): Promise<boolean> {
    let left = length
    for await (const piece of this.next(length)) left -= piece.length
    return left === 0
  }

  /** Skips to just after the next byte of this value. False: the stream ends before. */
  async skipBehind(byte: number): Promise<boolean> {
    while (await this.#fill()) {
      const place = this.#held.indexOf(byte)
      this.#drop(place < 0 ? this.#held.length : place + 1)
      if (place >= 0) return true
    }
    return false
  }

  /** Yields the next bytes, at most `length`. */
  async *next(length: number): AsyncGenerator<Buffer, void> {
    for (let left = length; left > 0 && (await this.#fill()); ) {
      const piece = this.#held.subarray(0, left)
      this.#drop(piece.length)
      left -= piece.length
      yield piece
    }
  }

  /** False: the stream has ended. */
  async #fill(): Promise<boolean> {
    while (this.#held.length === 0) {
      const { done, value } = await this.#source.next()
      if (done) return false
      this.#held = value
    }
    return true
  }

  #drop(length: number): void {
    this.#held = this.#held.subarray(length)
    this.position += length
  }
}
