import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Storage } from '#app/ports.ts'
import { CONTRACT_KINDS, DOCUMENT_KINDS } from '#app/trade/documents/domain/documents.ts'
import { openStorage } from '#app/trade/documents/services/storage.server.ts'
import { sampleDocx, sampleJpg, sampleOle2, samplePdf, samplePng } from '#tests/support/world/sample-files.ts'
import { FormTooLarge, FormUnreadable, readForm } from './read-form.server.ts'

const KIB = 1024
const MIB = 1024 * KIB

let folder: string
let storage: Storage
let options: Parameters<typeof readForm>[1]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-form-'))
  storage = await openStorage({ kind: 'folder', folder })
  options = {
    storage,
    newId: randomUUID,
    files: {
      contract: { kinds: CONTRACT_KINDS, maxBytes: 64 * KIB, maxCount: 1 },
      images: { kinds: DOCUMENT_KINDS, maxBytes: 64 * KIB, maxCount: 2 },
    },
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function filesThere(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

const post = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1/submit', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

function formOf(...entries: [name: string, value: string | File][]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

const pdf = (content: Buffer | string = samplePdf(), name = 'contract.pdf') =>
  new File([new Uint8Array(Buffer.from(content))], name)

/** A multipart body that is created while it is read. */
function streamed(head: string, chunk: Uint8Array, count: number, end?: 'break' | 'close'): Request {
  let sent = -1
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (++sent === 0) controller.enqueue(Buffer.from(head))
      else if (sent <= count) controller.enqueue(chunk)
      else if (end === 'break') controller.error(new Error('connection lost'))
      else {
        if (end !== 'close') controller.enqueue(Buffer.from('\r\n--b--\r\n'))
        controller.close()
      }
    },
  })
  return post(body, { 'content-type': 'multipart/form-data; boundary=b' })
}

const filePart = (field: string, name: string) =>
  `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`

describe('fields', () => {
  test('of a plain form are trimmed, and passwords are not', async () => {
    const { fields } = await readForm(post(new URLSearchParams({ name: '  Ann  ', password: ' with spaces ' })))
    expect([fields.get('name'), fields.getExact('password'), fields.get('none'), fields.has('none')]).toEqual([
      'Ann',
      ' with spaces ',
      '',
      false,
    ])
  })

  test('may come more than once', async () => {
    const { fields } = await readForm(
      post('document=a&document=+b+', { 'content-type': 'application/x-www-form-urlencoded' }),
    )
    expect(fields.getAll('document')).toEqual(['a', 'b'])
    expect(fields.toFormData().getAll('document')).toEqual(['a', ' b '])
  })

  test('lose what no database text holds, and keep their lines', async () => {
    const { fields } = await readForm(post(formOf(['notes', 'one\0\r\ntwo'])))
    expect(fields.get('notes')).toBe('one\ntwo')
  })

  test('cannot be mistaken for what every object has', async () => {
    const { fields, uploads } = await readForm(post(formOf(['constructor', pdf()], ['__proto__', 'x'])), options)
    expect([fields.has('constructor'), fields.get('__proto__'), uploads.length]).toEqual([false, 'x', 0])
  })

  test.each<[string, () => Request]>([
    ['a long field', () => post(formOf(['notes', 'x'.repeat(21 * KIB)]))],
    ['a long field in a plain form', () => post(new URLSearchParams({ notes: 'x'.repeat(21 * KIB) }))],
    ['too many fields', () => post(new URLSearchParams(Array.from({ length: 201 }, (_, i) => [`f${i}`, 'x'])))],
    ['too many parts', () => post(formOf(...Array.from({ length: 201 }, (_, i): [string, string] => [`f${i}`, 'x'])))],
    ['a large body', () => post('x'.repeat(2 * MIB), { 'content-type': 'application/x-www-form-urlencoded' })],
  ])('with %s are too large', async (_, request) => {
    await expect(readForm(request())).rejects.toThrow(FormTooLarge)
  })

  test('that came before the limit was reached are kept for the page', async () => {
    const error = await readForm(post(formOf(['amount', '5000'], ['notes', 'x'.repeat(30 * KIB)]))).catch(
      (thrown) => thrown,
    )
    expect(error.fields.get('amount')).toBe('5000')
  })

  test.each([
    ['application/json', '{}'],
    ['text/plain', 'a=b'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=b', 'x'],
  ])('in a body of type %s are unreadable', async (contentType, body) => {
    await expect(readForm(post(body, { 'content-type': contentType }))).rejects.toThrow(FormUnreadable)
  })
})

describe('a form that can hold no file', () => {
  const plain = { 'content-type': 'application/x-www-form-urlencoded' }

  test('is not collected beyond what fields may have, though its page takes files', async () => {
    let given = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 1
        if (given > 400) controller.close()
        else controller.enqueue(Buffer.alloc(64 * KIB, 'a'))
      },
    })
    const large = {
      ...options,
      files: { ...options?.files, contract: { kinds: CONTRACT_KINDS, maxBytes: 20 * MIB, maxCount: 1 } },
    }
    await expect(readForm(post(body, plain), large as typeof options)).rejects.toThrow(FormTooLarge)
    expect(given).toBeLessThan(20)
  })

  test('is refused by the length that it states', async () => {
    const asked = post('x=1', { ...plain, 'content-length': String(MIB + 1) })
    await expect(readForm(asked, options)).rejects.toThrow(FormTooLarge)
    expect(asked.bodyUsed).toBe(false)
  })

  test('in parts may have no more in all its fields together', async () => {
    const entries = Array.from({ length: 60 }, (_, at): [string, string] => [`f${at}`, 'a'.repeat(19 * KIB)])
    await expect(readForm(post(formOf(...entries)), options)).rejects.toThrow(FormTooLarge)
    expect((await readForm(post(formOf(...entries.slice(0, 50))), options)).fields.get('f49')).toHaveLength(19 * KIB)
  })
})

describe('files', () => {
  test('are stored, measured and hashed', async () => {
    const content = samplePdf('The contract')
    const { fields, uploads, problems } = await readForm(
      post(formOf(['amount', '5'], ['contract', pdf(content)])),
      options,
    )
    expect(problems).toEqual([])
    expect(fields.get('amount')).toBe('5')
    expect(uploads).toEqual([
      {
        field: 'contract',
        fileName: 'contract.pdf',
        contentType: 'application/pdf',
        kind: 'pdf',
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        key: expect.stringMatching(/^incoming\/[0-9a-f-]{36}$/),
      },
    ])
    expect(await text(await storage.read(uploads[0]!.key))).toBe(content.toString())
  })

  test('that were not chosen are ignored', async () => {
    const body = `${filePart('contract', '')}\r\n--b--\r\n`
    const request = post(body, { 'content-type': 'multipart/form-data; boundary=b' })
    const { fields, uploads, problems } = await readForm(request, options)
    expect([fields.has('contract'), uploads, problems]).toEqual([false, [], []])
  })

  test('in a field that takes none are skipped, with and without a store', async () => {
    const form = () => post(formOf(['avatar', pdf()], ['amount', '5']))
    for (const read of [await readForm(form(), options), await readForm(form())]) {
      expect([read.uploads.length, read.fields.get('amount')]).toEqual([0, '5'])
    }
    expect(await filesThere()).toEqual([])
  })

  test('that are refused are named beside their field, and leave nothing behind', async () => {
    const form = formOf(
      ['contract', pdf('<html>', 'page.pdf')],
      ['contract', pdf('MZ', 'run.exe')],
      ['contract', pdf(samplePng(), 'image.png')],
      ['contract', pdf('', 'empty.pdf')],
      ['images', pdf(Buffer.concat([samplePdf(), Buffer.alloc(64 * KIB)]), 'large.pdf')],
      ['amount', '5'],
    )
    const { fields, uploads, problems } = await readForm(post(form), options)
    const allowed = '.pdf, .doc, .docx, .txt'
    expect(problems).toEqual([
      { refused: 'file_differs', field: 'contract', values: { fileName: 'page.pdf', allowed } },
      { refused: 'file_type_not_allowed', field: 'contract', values: { fileName: 'run.exe', allowed } },
      { refused: 'file_type_not_allowed', field: 'contract', values: { fileName: 'image.png', allowed } },
      { refused: 'file_empty', field: 'contract', values: { fileName: 'empty.pdf' } },
      { refused: 'file_too_large', field: 'images', values: { fileName: 'large.pdf', max: '65 kB' } },
    ])
    expect([uploads.length, fields.get('amount')]).toEqual([0, '5'])
    expect(await filesThere()).toEqual([])
  })

  test('that are refused say why, each with its own remedy', async () => {
    const form = formOf(
      ['images', pdf(sampleJpg(), 'scan.png')],
      ['images', pdf('GIF89a', 'photo.jpg')],
      ['images', pdf('any', 'IMG_1.HEIC')],
      ['images', pdf('any', 'picture.jfif')],
      ['images', pdf(sampleDocx({ 'word/vbaProject.bin': 'macro' }), 'macro.docx')],
      ['images', pdf(sampleOle2('EncryptedPackage'), 'locked.docx')],
      ['images', pdf(sampleDocx().subarray(0, -30), 'half.docx')],
      ['contract', pdf(Buffer.from('Verk\xe4ufer', 'latin1'), 'contract.txt')],
      ['contract', pdf('any', 'IMG_2.HEIC')],
      ['contract', pdf(sampleJpg(), 'contract.pdf')],
    )
    const { problems } = await readForm(post(form), options)
    const of = (refused: string, fileName: string, more = {}) => ({
      refused,
      field: fileName.startsWith('contract') || fileName === 'IMG_2.HEIC' ? 'contract' : 'images',
      values: { fileName, ...more },
    })
    const allowed = '.pdf, .doc, .docx, .txt'
    expect(problems).toEqual([
      of('file_another_kind', 'scan.png', { extension: '.jpg' }),
      of('file_picture_format', 'photo.jpg', { format: 'GIF' }),
      of('file_picture_format', 'IMG_1.HEIC', { format: 'HEIC' }),
      of('file_another_kind', 'picture.jfif', { extension: '.jpg' }),
      of('file_programs', 'macro.docx'),
      of('file_needs_password', 'locked.docx'),
      of('file_damaged', 'half.docx'),
      of('file_not_unicode', 'contract.txt'),
      of('file_type_not_allowed', 'IMG_2.HEIC', { allowed }),
      of('file_differs', 'contract.pdf', { allowed }),
    ])
    expect(await filesThere()).toEqual([])
  })

  test('of which others cannot read one are taken and say so', async () => {
    const form = formOf(['contract', pdf(samplePdf(), 'locked.pdf')], ['images', pdf(samplePng(), 'fine.png')])
    const lookInto = async (kind: string) => (kind === 'pdf' ? ('needs_password' as const) : null)
    const { uploads } = await readForm(post(form), { ...options, lookInto } as typeof options)
    expect(uploads.map(({ fileName, trouble }) => [fileName, trouble])).toEqual([
      ['locked.pdf', 'needs_password'],
      ['fine.png', undefined],
    ])
  })

  test('over the number that a field takes are refused', async () => {
    const image = (i: number): [string, File] => ['images', pdf(samplePng(), `${i}.png`)]
    const { uploads, problems } = await readForm(post(formOf(image(1), image(2), image(3))), options)
    expect(uploads.map((upload) => upload.fileName)).toEqual(['1.png', '2.png'])
    expect(problems).toEqual([{ refused: 'too_many_files', field: 'images', values: { fileName: '3.png', max: '2' } }])
    expect(await filesThere()).toHaveLength(2)
  })

  test('of exactly the limit are taken', async () => {
    const content = Buffer.concat([samplePdf(), Buffer.alloc(64 * KIB - samplePdf().length, 0x20)])
    const { uploads, problems } = await readForm(post(formOf(['contract', pdf(content)])), options)
    expect([uploads[0]?.size, problems]).toEqual([64 * KIB, []])
  })

  test('are gone after discard', async () => {
    const form = await readForm(post(formOf(['contract', pdf()])), options)
    expect(await filesThere()).toHaveLength(1)
    await form.discard()
    expect(await filesThere()).toEqual([])
  })

  test.each<[string, () => Request, unknown]>([
    [
      'the connection breaks',
      () => streamed(filePart('contract', 'a.pdf'), samplePdf(), 5, 'break'),
      'connection lost',
    ],
    ['the body ends early', () => streamed(filePart('contract', 'a.pdf'), samplePdf(), 5, 'close'), FormUnreadable],
    [
      'the body is far too large',
      () => streamed(filePart('contract', 'a.pdf'), Buffer.alloc(64 * KIB), 100),
      FormTooLarge,
    ],
  ])('leave nothing behind when %s', async (_, request, error) => {
    await expect(readForm(request(), options)).rejects.toThrow(error as string)
    expect(await filesThere()).toEqual([])
  })

  test('that were complete are removed when a later part breaks off', async () => {
    const whole = `${filePart('contract', 'a.pdf')}${samplePdf()}\r\n${filePart('images', 'b.pdf')}`
    await expect(readForm(streamed(whole, samplePdf(), 3, 'break'), options)).rejects.toThrow('connection lost')
    expect(await filesThere()).toEqual([])
  })

  test('leave nothing behind when the browser goes away in the middle', async () => {
    const read = Promise.withResolvers<unknown>()
    const server = createServer((message) => {
      const body = createReadableStreamFromReadable(message)
      const headers = { 'content-type': String(message.headers['content-type']) }
      readForm(post(body, headers), options).then(() => read.resolve('read'), read.resolve)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '60000' }
    const sending = ask({ host: '127.0.0.1', port, method: 'POST', headers })
    sending.on('error', () => undefined)
    sending.write(filePart('contract', 'a.pdf'))
    sending.write(samplePdf())
    await expect.poll(filesThere).toHaveLength(1)
    sending.destroy()
    expect(await read.promise).toBeInstanceOf(Error)
    expect(await filesThere()).toEqual([])
    await new Promise((resolve) => server.close(resolve))
  })

  test('are refused by their stated length before the first byte is read', async () => {
    let wasRead = false
    const pull = () => {
      wasRead = true
    }
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(500 * MIB) }
    await expect(readForm(post(body, headers), options)).rejects.toThrow(FormTooLarge)
    expect(wasRead).toBe(false)
  })

  test('stream through, so that memory does not grow with their size', async () => {
    const large = { contract: { kinds: CONTRACT_KINDS, maxBytes: 200 * MIB, maxCount: 1 } }
    const chunk = Buffer.alloc(64 * KIB, 0x20)
    let peak = 0
    const before = process.memoryUsage().rss
    const meter = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss - before)
    }, 10)
    const { uploads } = await readForm(streamed(`${filePart('contract', 'a.pdf')}%PDF-1.4\n`, chunk, 2400), {
      storage,
      newId: randomUUID,
      files: large,
    })
    clearInterval(meter)
    expect(uploads[0]?.size).toBe(2400 * 64 * KIB + 9)
    expect(peak).toBeLessThan(100 * MIB)
  })
})
