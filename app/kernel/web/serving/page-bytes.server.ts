/** Pages that are made as a whole, and what React writes them into. */
import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { takes } from './encodings.ts'

const HEAD_END = Buffer.from('</head>')
const PAGE_END = Buffer.from('</body></html>')

/** Higher levels take twice the time for a twentieth of the bytes. */
const GZIP_LEVEL = 4
/** Below, the header of gzip eats up what is won. Bytes. */
const WORTH_COMPRESSING = 1_024

/**
 * The answer with a page: compressed in one go where the browser takes gzip, which costs less than to have the server compress it
 * in pieces. The server leaves alone what has an encoding, and says to caches what it depends on.
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

/** Takes what React writes. `finished` is called with all of it. */
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
 * What React 18 writes a page into, mended:
 * - It encodes text into pieces of 2048 bytes and hands a piece on with zero bytes at its end where the next character did
 *   not fit (mended in React 19: facebook/react#26228). Browsers drop those from text, but show a � for them in attributes;
 *   so every language but plain English was damaged. UTF-8 has zero bytes only for U+0000, which HTML forbids.
 * - Remix writes what comes late, the data of its loaders first of all, after `</html>`, where HTML allows no element. The
 *   page is closed when everything has been written.
 * - What is known only when the whole page has been thought of, but belongs into its head, is put there.
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
