/** Whole pages: collected from React, mended and compressed. */
import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { takes } from './encodings.ts'

const HEAD_END = Buffer.from('</head>')
const PAGE_END = Buffer.from('</body></html>')

/** Higher levels take twice the time for 5 % fewer bytes. */
const GZIP_LEVEL = 4
/** Below, the header of gzip outweighs the gain. Bytes. */
const WORTH_COMPRESSING = 1_024

/**
 * The answer with a page: compressed at once when the browser accepts gzip, which costs less than the server's
 * compression in pieces. The server leaves an encoded answer alone, and tells caches what it depends on.
 */
export function pageResponse(
  page: Buffer,
  { accepted, status, headers }: { accepted: string | null; status: number; headers: Headers },
): Response {
  const isCompressed = page.length >= WORTH_COMPRESSING && takes(accepted, 'gzip')
  const bytes = isCompressed ? gzipSync(page, { level: GZIP_LEVEL }) : page
  if (isCompressed) headers.set('Content-Encoding', 'gzip')
  headers.set('Content-Length', String(bytes.length))
  return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers })
}

/** Collects what React writes, and calls `finished` with all of it. */
export function collectPage(finished: (written: Buffer) => void): Writable {
  const pieces: Uint8Array[] = []
  return new Writable({
    write(piece: Uint8Array, _encoding, done) {
      pieces.push(piece)
      done()
    },
    final(done) {
      finished(Buffer.concat(pieces))
      done()
    },
  })
}

/**
 * Mends a page as React 18 writes it:
 * - React encodes text into pieces of 2048 bytes, and fills a piece with zero bytes where the next character does not
 *   fit (fixed in React 19: facebook/react#26228). Browsers drop those from text, but show a � for them in attributes,
 *   in every language but plain English. UTF-8 has zero bytes only for U+0000, which HTML forbids.
 * - Remix writes late parts, above all loader data, after `</html>`, where HTML allows no element: the end is moved.
 * - What belongs into the head, but is known only after the render, is put there.
 */
export function mendPage(written: Buffer, headEnd = ''): Buffer {
  const text = written.includes(0) ? Buffer.from(written.filter((byte) => byte !== 0)) : written
  const head = text.indexOf(HEAD_END)
  const end = head < 0 ? -1 : text.indexOf(PAGE_END, head)
  if (head < 0) return text
  const upTo = end < 0 ? text.length : end
  const rest = end < 0 ? [] : [text.subarray(end + PAGE_END.length), PAGE_END]
  return Buffer.concat([text.subarray(0, head), Buffer.from(headEnd), text.subarray(head, upTo), ...rest])
}
