/**
 * What React 18 writes a page into. It encodes text into pieces of 2048 bytes and hands a piece on with zero bytes at its
 * end where the next character did not fit (mended in React 19: facebook/react#26228). Browsers drop those from text, but
 * show a � for them in attributes and in the words that a page carries; so every language but plain English was damaged.
 */
import { Transform } from 'node:stream'

/** Passes bytes on without zero bytes: UTF-8 has them only for U+0000, which HTML forbids. */
export function createPageBody(): Transform {
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk)
    },
  })
}
