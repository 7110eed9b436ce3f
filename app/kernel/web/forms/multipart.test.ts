import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundaryOf, FormUnreadable, readParts } from './multipart.server.ts'

async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function partsOf(body: Buffer | string, { boundary = 'b', sizes = [7], skipping = false } = {}) {
  const parts: { name: string; fileName: string | null; content: string }[] = []
  for await (const { name, fileName, content } of readParts(inPieces(Buffer.from(body), sizes), boundary)) {
    const chunks: Buffer[] = []
    for await (const chunk of content) {
      chunks.push(chunk)
      if (skipping) break
    }
    parts.push({ name, fileName, content: Buffer.concat(chunks).toString('latin1') })
  }
  return parts
}

const part = (disposition: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`

describe('a multipart form', () => {
  test('is read as browsers write it', async () => {
    const form = new FormData()
    form.append('amount', '5000')
    form.append('notes', 'two\r\nlines "quoted"; semi=colon')
    form.append('field "with" quotes', 'ü')
    form.append('contract', new File(['%PDF-1.4'], 'a "b"; c.pdf', { type: 'application/pdf' }))
    const request = new Request('http://127.0.0.1/', { method: 'POST', body: form })
    const boundary = boundaryOf(request.headers.get('content-type') ?? '')
    const body = Buffer.from(await request.arrayBuffer())
    expect(await partsOf(body, { boundary: boundary!, sizes: [3] })).toEqual([
      { name: 'amount', fileName: null, content: '5000' },
      { name: 'notes', fileName: null, content: 'two\r\nlines "quoted"; semi=colon' },
      { name: 'field "with" quotes', fileName: null, content: Buffer.from('ü').toString('latin1') },
      { name: 'contract', fileName: 'a "b"; c.pdf', content: '%PDF-1.4' },
    ])
  })

  test('tells a file field in which nothing was chosen from a text field', async () => {
    const nothing = 'name="contract"; filename=""\r\nContent-Type: application/octet-stream'
    expect(await partsOf(`${part(nothing, '')}${part('name="notes"', '')}--b--`)).toEqual([
      { name: 'contract', fileName: '', content: '' },
      { name: 'notes', fileName: null, content: '' },
    ])
  })

  test('gives the same parts however its bytes are cut, and whatever they hold', async () => {
    const tricky = fc.constantFrom('\r', '\n', '\r\n', '-', '--', '\r\n--', '\r\n--x', '--b', 'text', '\0', '\xff')
    const content = fc.array(tricky, { maxLength: 30 }).map((pieces) => pieces.join(''))
    const whole = content.filter((text) => !`\r\n${text}\r\n`.includes('\r\n--b'))
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(fc.array(whole, { maxLength: 5 }), sizes, async (contents, cut) => {
        const body = `${contents.map((text, i) => part(`name="f${i}"`, text)).join('')}--b--\r\n`
        const parts = await partsOf(Buffer.from(body, 'latin1'), { sizes: cut })
        expect(parts.map((read) => read.content)).toEqual(contents)
      }),
    )
  })

  test('goes on with the next part when one is left in the middle', async () => {
    const body = `${part('name="a"; filename="a.txt"', 'x'.repeat(5000))}${part('name="b"', 'y')}--b--`
    expect((await partsOf(body, { sizes: [100], skipping: true })).map(({ name }) => name)).toEqual(['a', 'b'])
  })

  test('may have a preamble and an epilogue', async () => {
    expect(await partsOf(`hello\r\n${part('name="a"', '1')}--b--\r\nbye`)).toHaveLength(1)
  })

  test.each<[string, string]>([
    ['nothing', ''],
    ['no delimiter', 'amount=1'],
    ['no end', part('name="a"', '1')],
    ['an end inside a part', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nabc'],
    ['an end inside the headings', '--b\r\nContent-Disposition: form-'],
    ['a part without a name', `${part('filename="x"', '1')}--b--`],
    ['a part without a disposition', '--b\r\nX: y\r\n\r\n1\r\n--b--'],
    ['text after a delimiter', '--bother\r\n'],
    ['endless headings', `--b\r\nX: ${'y'.repeat(20_000)}\r\n\r\n1\r\n--b--`],
  ])('with %s is refused', async (_, body) => {
    await expect(partsOf(body)).rejects.toThrow(FormUnreadable)
  })

  test('passes the error of a broken connection on', async () => {
    const broken = (async function* () {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nabc')
      throw new Error('connection lost')
    })()
    await expect(async () => {
      for await (const { content } of readParts(broken, 'b')) for await (const _ of content);
    }).rejects.toThrow('connection lost')
  })
})

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['Multipart/Form-Data; charset=utf-8; boundary="a b;c"', 'a b;c'],
  ['multipart/mixed; boundary=abc', null],
  ['multipart/form-data', null],
  [`multipart/form-data; boundary=${'x'.repeat(71)}`, null],
  ['application/json', null],
])('the boundary of %j is %j', (contentType, boundary) => expect(boundaryOf(contentType)).toBe(boundary))
