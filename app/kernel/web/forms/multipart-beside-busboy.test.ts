/**
 * Compares our reader of forms with busboy, a common one: the same bytes, in whatever pieces, must be the same form to
 * both, or no form to either.
 */
import busboy from 'busboy'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FormUnreadable, readParts } from './multipart.server.ts'

type Part = { name: string; fileName: string | null; content: string }
type Sent = { body: Buffer; cuts: readonly number[] }

const BOUNDARY = 'b-1'

function* inPieces({ body, cuts }: Sent): Generator<Buffer> {
  for (let at = 0, i = 0; at < body.length; i++) {
    const end = at + (cuts[i % cuts.length] ?? 1)
    yield body.subarray(at, end)
    at = end
  }
}

/** Null: it is no form. */
async function readByUs(sent: Sent): Promise<Part[] | null> {
  const parts: Part[] = []
  const body = (async function* () {
    yield* inPieces(sent)
  })()
  try {
    for await (const { name, fileName, content } of readParts(body, BOUNDARY)) {
      const chunks: Buffer[] = []
      for await (const chunk of content) chunks.push(Buffer.from(chunk))
      parts.push({ name, fileName, content: Buffer.concat(chunks).toString('latin1') })
    }
    return parts
  } catch (error) {
    if (error instanceof FormUnreadable) return null
    throw error
  }
}

async function readByBusboy(sent: Sent): Promise<Part[] | null> {
  const parts: Part[] = []
  const reader = busboy({
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    defParamCharset: 'utf8',
    defCharset: 'latin1',
    preservePath: true,
  })
  reader.on('field', (name, content) => parts.push({ name, fileName: null, content }))
  reader.on('file', (name, stream, { filename }) => {
    const part: Part = { name, fileName: filename ?? '', content: '' }
    parts.push(part)
    stream.on('data', (chunk: Buffer) => {
      part.content += chunk.toString('latin1')
    })
    // The reader reports it too.
    stream.on('error', () => undefined)
  })
  return new Promise((resolve) => {
    reader.on('error', () => resolve(null))
    reader.on('close', () => resolve(parts))
    for (const piece of inPieces(sent)) reader.write(piece)
    reader.end()
  })
}

// Everything that looks like a delimiter at first, and bytes of every kind.
const almost = [
  '\r',
  '\n',
  '\r\n',
  '-',
  '--',
  '\r\n-',
  '\r\n--',
  '\r\n--b',
  '\r\n--b-',
  '\r\n--b-2',
  '\n--b-1',
  '--b-1',
]
const piece = fc.oneof(
  fc.constantFrom(...almost),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.integer({ min: 100, max: 3_000 }).map((length) => 'x'.repeat(length)),
)
const content = fc
  .array(piece, { maxLength: 12 })
  .map((pieces) => pieces.join(''))
  .filter((text) => !`\r\n${text}\r\n`.includes(`\r\n--${BOUNDARY}`))
const word = fc.string({ unit: fc.constantFrom(...'abcz09 _-.;=:,()[]ñü漢字'), minLength: 1, maxLength: 12 })
const part = fc.record({ name: word, fileName: fc.option(fc.oneof(word, fc.constant(''))), content })
const between = fc.constantFrom('', 'hello', '\r\n', 'Content-Type: text/plain\r\n\r\n')
const cuts = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 2_000 })), { minLength: 1 })

function bodyOf(parts: readonly Part[], { before, after }: { before: string; after: string }): Buffer {
  const written = parts.map(({ name, fileName, content }) => {
    const file = fileName === null ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
    const headers = Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`)
    return Buffer.concat([headers, Buffer.from(`${content}\r\n`, 'latin1')])
  })
  const lead = before === '' ? '' : `${before}\r\n`
  return Buffer.concat([Buffer.from(lead), ...written, Buffer.from(`--${BOUNDARY}--\r\n${after}`)])
}

const form = fc.record({ parts: fc.array(part, { minLength: 1, maxLength: 6 }), before: between, after: between, cuts })

test('reads the parts that busboy reads, and those that were sent', async () => {
  await fc.assert(
    fc.asyncProperty(form, async ({ parts, before, after, cuts }) => {
      const sent = { body: bodyOf(parts, { before, after }), cuts }
      const ours = await readByUs(sent)
      expect(ours).toEqual(parts)
      expect(ours).toEqual(await readByBusboy(sent))
    }),
    { numRuns: 200 },
  )
})

/** How many of the bytes arrive: any number, and often nearly all, because readers differ at the end. */
const arriving = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }).map((share) => (length: number) => Math.floor(length * share)),
  fc.nat({ max: 40 }).map((missing) => (length: number) => Math.max(0, length - missing)),
)

test('refuses what breaks off where busboy does', async () => {
  await fc.assert(
    fc.asyncProperty(form, arriving, async ({ parts, before, after, cuts }, arrived) => {
      const whole = bodyOf(parts, { before, after })
      const sent = { body: whole.subarray(0, arrived(whole.length)), cuts }
      expect(await readByUs(sent)).toEqual(await readByBusboy(sent))
    }),
    { numRuns: 200 },
  )
})
