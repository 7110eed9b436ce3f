/**
 * Reads `multipart/form-data` (RFC 7578) and yields each part while it arrives. Parsers that hold a whole file let
 * anybody fill the server's memory, so this one never holds more than a chunk.
 */

/** The body is no valid form (400), or no form at all (415). */
export class FormUnreadable extends Error {
  override name = 'FormUnreadable' as const
  status: 400 | 415
  constructor(message: string, status: 400 | 415 = 400) {
    super(message)
    this.status = status
  }
}

export type FormPart = {
  name: string
  /** Null: a text field; empty: a file field without a file. */
  fileName: string | null
  /** Must not be used after the next part was requested. The rest of it is skipped. */
  content: AsyncIterable<Buffer>
}

const CRLF = '\r\n'
const END_OF_HEADERS = Buffer.from(CRLF + CRLF)
const LONGEST_HEADERS = 8 * 1024

/** The boundary in a content type. Null: no multipart form. */
export function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i.exec(contentType)
  return match?.[1] ?? match?.[2] ?? null
}

/** The parts of a form, in order. Throws FormUnreadable; errors of the body pass through. */
export async function* readParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FormPart, void> {
  const delimiter = Buffer.from(`${CRLF}--${boundary}`)
  // The first delimiter may stand at the very beginning: with this line break all delimiters look the same.
  const bytes = new Lookahead(body, Buffer.from(CRLF))

  try {
    await skip(contentBefore(bytes, delimiter))
    while (!(await isLastDelimiter(bytes))) {
      const { name, fileName } = parseHeaders(await readHeaders(bytes))
      const content = contentBefore(bytes, delimiter)
      // Without `return`: when a reader stops early, the rest is skipped here.
      yield { name, fileName, content: { [Symbol.asyncIterator]: () => ({ next: () => content.next() }) } }
      await skip(content)
    }
  } finally {
    await bytes.close()
  }
}

/** Bytes that have arrived and are not taken yet. */
class Lookahead {
  held: Buffer
  readonly #source: AsyncIterator<Uint8Array>

  constructor(source: AsyncIterable<Uint8Array>, held: Buffer) {
    this.#source = source[Symbol.asyncIterator]()
    this.held = held
  }

  /** Waits for more bytes. Throws FormUnreadable at the end of the body: every caller needs more. */
  async more(): Promise<void> {
    const { done, value } = await this.#source.next()
    if (done) throw new FormUnreadable('The form ends too early.')
    // A view, not a copy, when nothing is held: large files pass through here.
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    this.held = this.held.length === 0 ? bytes : Buffer.concat([this.held, bytes])
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }

  take(length: number): Buffer {
    const taken = this.held.subarray(0, length)
    this.held = this.held.subarray(length)
    return taken
  }
}

/** Yields what precedes the next delimiter, and consumes the delimiter. */
async function* contentBefore(bytes: Lookahead, delimiter: Buffer): AsyncGenerator<Buffer, void> {
  for (;;) {
    const at = bytes.held.indexOf(delimiter)
    if (at >= 0) {
      if (at > 0) yield bytes.take(at)
      bytes.take(delimiter.length)
      return
    }
    const certain = bytes.held.length - lengthOfBeginning(bytes.held, delimiter)
    if (certain > 0) yield bytes.take(certain)
    await bytes.more()
  }
}

/** How many of the last bytes may be the beginning of a delimiter. */
function lengthOfBeginning(held: Buffer, delimiter: Buffer): number {
  const longest = Math.min(delimiter.length - 1, held.length)
  for (let length = longest; length > 0; length--) {
    if (held.subarray(held.length - length).equals(delimiter.subarray(0, length))) return length
  }
  return 0
}

async function skip(content: AsyncIterator<Buffer>): Promise<void> {
  while (!(await content.next()).done);
}

/** A delimiter ends the form when two hyphens follow it, and begins a part when a line break does. */
async function isLastDelimiter(bytes: Lookahead): Promise<boolean> {
  while (bytes.held.length < 2) await bytes.more()
  const next = bytes.take(2).toString('latin1')
  if (next !== '--' && next !== CRLF) throw new FormUnreadable('A part of the form does not begin where it should.')
  return next === '--'
}

async function readHeaders(bytes: Lookahead): Promise<string> {
  for (;;) {
    const at = bytes.held.indexOf(END_OF_HEADERS)
    if (at > LONGEST_HEADERS || (at < 0 && bytes.held.length > LONGEST_HEADERS)) {
      throw new FormUnreadable('A part of the form has too long a heading.')
    }
    if (at >= 0) {
      const headers = bytes.take(at).toString('utf8')
      bytes.take(END_OF_HEADERS.length)
      return headers
    }
    await bytes.more()
  }
}

function parseHeaders(headers: string): { name: string; fileName: string | null } {
  const disposition = headers.split(CRLF).find((line) => /^content-disposition\s*:\s*form-data\s*;/i.test(line))
  const name = disposition && parameterOf(disposition, 'name')
  if (!disposition || name === null || name === undefined) throw new FormUnreadable('A part of the form has no name.')
  return { name, fileName: parameterOf(disposition, 'filename') }
}

/** Browsers write line breaks and quotation marks in a name as %0D, %0A and %22, and nothing else (WHATWG HTML). */
function parameterOf(disposition: string, parameter: 'name' | 'filename'): string | null {
  const match = new RegExp(`;\\s*${parameter}="([^"]*)"`, 'i').exec(disposition)
  return match?.[1]?.replace(/%0D/gi, '\r').replace(/%0A/gi, '\n').replace(/%22/g, '"') ?? null
}
