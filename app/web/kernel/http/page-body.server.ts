/**
 * What React 18 writes a page into, mended on its way:
 * - It encodes text into pieces of 2048 bytes and hands a piece on with zero bytes at its end where the next character did
 *   not fit (mended in React 19: facebook/react#26228). Browsers drop those from text, but show a � for them in attributes
 *   and in the words that a page carries; so every language but plain English was damaged.
 * - Remix writes what comes late, the data of its loaders first of all, after `</html>`, where HTML allows no element. The
 *   page is closed when everything has been written.
 * - What is known only when the whole page has been thought of, but belongs into its head, is put there.
 */
import { Transform } from 'node:stream'

const HEAD_END = '</head>'
const PAGE_END = '</body></html>'

type Mended = {
  /** Called when the head's end is reached: HTML for there. */
  headEnd?: () => string
}

/** Passes the bytes of one page on. UTF-8 has zero bytes only for U+0000, which HTML forbids. */
export function createPageBody({ headEnd = () => '' }: Mended = {}): Transform {
  // In the order in which they come.
  const awaited = [
    { mark: HEAD_END, instead: () => headEnd() + HEAD_END },
    { mark: PAGE_END, instead: () => '' },
  ]
  let held = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      held = Buffer.concat([held, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk])
      for (let [next] = awaited; next; [next] = awaited) {
        const at = held.indexOf(next.mark)
        if (at < 0) break
        this.push(held.subarray(0, at))
        this.push(next.instead())
        held = held.subarray(at + next.mark.length)
        awaited.shift()
      }
      // The beginning of a mark may stand at the end of a piece.
      const kept = awaited[0] ? awaited[0].mark.length - 1 : 0
      const ready = Math.max(held.length - kept, 0)
      this.push(held.subarray(0, ready))
      held = held.subarray(ready)
      done()
    },
    flush(done) {
      this.push(held)
      if (awaited.length === 0) this.push(PAGE_END)
      done()
    },
  })
}
