import { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  sampleDocx,
  sampleJpg,
  sampleOle2,
  samplePdf,
  samplePng,
  sampleXlsx,
  zip,
} from '#tests/support/world/sample-files.ts'
import { fileKindOf } from './file-kind.server.ts'

/** How a printer's driver begins a file. */
const PRINTER_JOB = Buffer.from('\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE = PDF\r\n')

/** The content in pieces of a few bytes, as a slow connection would bring it. */
const lookAt = (fileName: string, content: Buffer | string, pieces = 7) =>
  fileKindOf(fileName, async () => {
    const bytes = Buffer.from(content)
    const count = Math.ceil(bytes.length / pieces)
    return Readable.from(Array.from({ length: count }, (_, i) => bytes.subarray(i * pieces, (i + 1) * pieces)))
  })
const kindOf = async (...file: Parameters<typeof lookAt>) => {
  const known = await lookAt(...file)
  return 'kind' in known && !('is' in known) ? known.kind : null
}

describe('a file is what its name and its content agree on', () => {
  test.each<[string, Buffer | string, string]>([
    ['contract.pdf', samplePdf(), 'pdf'],
    ['CONTRACT.PDF', samplePdf(), 'pdf'],
    ['photo.png', samplePng(), 'png'],
    ['photo.jpg', sampleJpg(), 'jpg'],
    ['photo.jpeg', sampleJpg(), 'jpg'],
    ['contract.docx', sampleDocx(), 'docx'],
    ['packed.docx', sampleDocx({ 'word/media.xml': packed(50_000), 'word/last.xml': '<a/>' }), 'docx'],
    ['contract.doc', sampleOle2('WordDocument'), 'doc'],
    ['contract.txt', 'The seller ships 400 bags.\r\n\tFOB Mombasa.\n', 'txt'],
    ['contract.txt', 'Der Verkäufer liefert; 売主は船積みする。', 'txt'],
    ['contract.txt', 'MZ Trading and BM Shipping agree', 'txt'],
    ['contract.txt', '\ufeffwith a byte order mark', 'txt'],
    ['contract.txt', Buffer.from('\ufeffas Notepad writes Unicode', 'utf16le'), 'txt'],
    ['contract.txt', Buffer.from('\ufeffthe other way round: 売主', 'utf16le').swap16(), 'txt'],
    ['contract.txt', '<html><script>is text here, and is served as text</script></html>', 'txt'],
    ['contract.txt', 'A', 'txt'],
    ['contract.txt', 'as MS-DOS ended a text\r\n\x1a', 'txt'],
    ['printed.pdf', Buffer.concat([Buffer.from('\r\n'), samplePdf()]), 'pdf'],
    ['printed.pdf', Buffer.concat([PRINTER_JOB, samplePdf()]), 'pdf'],
  ])('%s', async (name, content, kind) => expect(await kindOf(name, content)).toBe(kind))

  test.each<[string, string, Buffer | string]>([
    ['a program called PDF', 'contract.pdf', Buffer.from('MZ\x90\0\x03\0\0\0')],
    ['a page called PDF', 'contract.pdf', '<html><script>alert(1)</script>'],
    ['an image called PDF', 'contract.pdf', samplePng()],
    ['a PDF called image', 'photo.png', samplePdf()],
    ['a JPEG called PNG', 'photo.png', sampleJpg()],
    ['an SVG called PNG', 'photo.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a plain ZIP called DOCX', 'contract.docx', zip({ 'a.txt': 'a' })],
    ['a sheet called DOCX', 'contract.docx', sampleXlsx()],
    ['a DOCX with macros', 'contract.docx', sampleDocx({ 'word/vbaProject.bin': 'macro' })],
    ['a DOCX with a foreign control', 'contract.docx', sampleDocx({ 'word/activeX/activeX1.xml': '<ax/>' })],
    ['a DOCX with a program', 'contract.docx', sampleDocx({ 'word/embeddings/setup.exe': 'MZ' })],
    ['a DOCX whose part leads out of it', 'contract.docx', sampleDocx({ '../../startup.xml': '<x/>' })],
    ['a DOCX without a document', 'contract.docx', zip({ '[Content_Types].xml': wordTypes(), 'a.xml': '<a/>' })],
    ['a DOCX that unpacks to gigabytes', 'contract.docx', claiming(sampleDocx(), 0xf0000000)],
    ['a DOCX that holds more than it says', 'contract.docx', sampleDocx({ 'word/a.xml': packed(9_000_000, 1_000) })],
    ['a DOCX that holds less than it says', 'contract.docx', sampleDocx({ 'word/a.xml': packed(1_000, 2_000) })],
    ['a DOCX with a part that is packed in no known way', 'contract.docx', broken()],
    ['a DOCX whose parts share their bytes', 'contract.docx', sharing(sampleDocx({ 'word/a.xml': packed(10, 10) }))],
    ['a DOCX that is cut off', 'contract.docx', sampleDocx().subarray(0, -30)],
    ['a program with a DOCX behind it', 'contract.docx', Buffer.concat([Buffer.from('MZ\x90\0'), sampleDocx()])],
    ['a page with a DOCX behind it', 'contract.docx', Buffer.concat([Buffer.from('<html><script>'), sampleDocx()])],
    ['a DOCX called PDF', 'contract.pdf', sampleDocx()],
    ['a DOCX called DOC', 'contract.doc', sampleDocx()],
    ['an old sheet called DOC', 'contract.doc', sampleOle2('Workbook')],
    ['a sheet that speaks of Word', 'contract.doc', sheetThatSpeaksOfWord()],
    ['a DOC with macros', 'contract.doc', sampleOle2('WordDocument', 'Macros')],
    ['a DOC called DOCX', 'contract.docx', sampleOle2('WordDocument')],
    ['a program called JPEG', 'photo.jpg', Buffer.from('MZ\x90\0\x03\0\0\0')],
    ['a GIF called PNG', 'photo.png', 'GIF89a/*<svg onload=alert(1)>*/=1'],
    ['a script that pretends to be a PDF further down', 'contract.pdf', '#!/bin/sh\nrm -rf /\n%PDF-1.4\n'],
    ['half a UTF-16 character', 'contract.txt', Buffer.from('fffe41', 'hex')],
    ['UTF-16 with a NUL', 'contract.txt', Buffer.from('\ufeffa\0b', 'utf16le')],
    ['UTF-16 that does not say so', 'contract.txt', Buffer.from('plain', 'utf16le')],
    ['a program called TXT', 'contract.txt', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['rich text called DOC', 'contract.doc', '{\\rtf1\\ansi contract}'],
    ['a PDF called TXT, with its binary part', 'contract.txt', Buffer.concat([samplePdf(), Buffer.from([0, 1, 0xff])])],
    ['Latin-1 called TXT', 'contract.txt', Buffer.from('Verk\xe4ufer', 'latin1')],
    ['text behind the end of an MS-DOS text', 'contract.txt', 'the end\x1aor not'],
    ['a program with printer commands', 'contract.pdf', Buffer.concat([PRINTER_JOB, Buffer.from('MZ\x90\0')])],
    [
      'a PDF behind a printer and a page',
      'contract.pdf',
      Buffer.concat([PRINTER_JOB, Buffer.from('<html>'), samplePdf()]),
    ],
    ['a cut-off character', 'contract.txt', Buffer.from('ä').subarray(0, 1)],
    ['text with a NUL', 'contract.txt', 'a\0b'],
    ['an unknown extension', 'contract.exe', samplePdf()],
    ['no extension', 'contract', samplePdf()],
    ['nothing called PDF', 'contract.pdf', ''],
  ])('%s is refused', async (_, name, content) => expect(await kindOf(name, content)).toBeNull())
})

describe('what is not taken is called by what it is', () => {
  test.each<[string, string, Buffer | string, object]>([
    ['a JPEG called PNG', 'photo.png', sampleJpg(), { is: 'another_kind', kind: 'jpg' }],
    ['a PDF called image', 'photo.png', samplePdf(), { is: 'another_kind', kind: 'pdf' }],
    ['a DOCX called DOC', 'contract.doc', sampleDocx(), { is: 'another_kind', kind: 'docx' }],
    ['a DOC called DOCX', 'contract.docx', sampleOle2('WordDocument'), { is: 'another_kind', kind: 'doc' }],
    ['a GIF called PNG', 'photo.png', 'GIF89a/*<svg onload=alert(1)>*/=1', { is: 'foreign_picture', format: 'GIF' }],
    ['a photo of a phone called JPEG', 'photo.jpg', HEIC, { is: 'foreign_picture', format: 'HEIC' }],
    ['a DOCX with macros', 'a.docx', sampleDocx({ 'word/vbaProject.bin': 'macro' }), { is: 'programs' }],
    ['a DOC with macros', 'a.doc', sampleOle2('WordDocument', 'Macros'), { is: 'programs' }],
    ['a DOCX that is cut off', 'a.docx', sampleDocx().subarray(0, -30), { is: 'damaged' }],
    ['a DOCX with a broken part', 'a.docx', broken(), { is: 'damaged' }],
    ['a DOCX that needs a password', 'a.docx', sampleOle2('EncryptedPackage'), { is: 'needs_password' }],
    ['the same called DOC', 'a.doc', sampleOle2('EncryptedPackage'), { is: 'needs_password' }],
    ['a DOC that needs a password', 'a.doc', lockedDoc(), { is: 'needs_password' }],
    ['a DOC that is cut off', 'a.doc', cutOffDoc(), { is: 'damaged' }],
    ['a DOC of today', 'a.doc', docWithWords(0), { kind: 'doc', contentType: 'application/msword' }],
    ['rich text called DOC', 'contract.doc', '{\\rtf1\\ansi contract}', { is: 'differs' }],
    ['Latin-1 called TXT', 'contract.txt', Buffer.from('Verk\xe4ufer', 'latin1'), { is: 'not_unicode' }],
    ['UTF-16 that does not say so', 'contract.txt', Buffer.from('plain', 'utf16le'), { is: 'not_unicode' }],
  ])('%s', async (_, name, content, what) => expect(await lookAt(name, content)).toEqual(what))
})

test.each([
  ['plain', 'utf-8'],
  [Buffer.from('\ufeff売主', 'utf16le'), 'utf-16le'],
  [Buffer.from('\ufeff売主', 'utf16le').swap16(), 'utf-16be'],
])('a text is served in the characters that it is written in: %s', async (content, charset) => {
  expect(await lookAt('a.txt', content)).toEqual({ kind: 'txt', contentType: `text/plain; charset=${charset}` })
})

/** A polyglot is served as its name and its beginning say, never as what else hides in it. */
test.each([
  ['photo.png', Buffer.concat([samplePng(), Buffer.from('<script>alert(1)</script>')]), 'png'],
  ['photo.jpg', Buffer.concat([sampleJpg(), zip({ 'a.txt': 'a' })]), 'jpg'],
  ['contract.pdf', Buffer.concat([samplePdf(), sampleDocx()]), 'pdf'],
])('a polyglot called %s', async (name, content, kind) => expect(await kindOf(name, content)).toBe(kind))

/** The first part of a picture as phones make them (ISO 14496-12, 4.3). */
const HEIC = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(40)])

/** Word's own stream begins in the sector after the directory, with its signature and its flags. */
function docWithWords(flags: number): Buffer {
  const file = sampleOle2('WordDocument')
  file.writeUInt16LE(9, 30)
  const directory = 1024
  file.writeUInt32LE(1, 48)
  file.writeUInt32LE(2, directory + 128 + 116)
  file.writeUInt16LE(0xa5ec, 1536)
  file.writeUInt16LE(flags, 1536 + 10)
  return file
}

const lockedDoc = () => docWithWords(0x0100)

function cutOffDoc(): Buffer {
  const file = docWithWords(0)
  file.writeUInt32LE(400, 48)
  return file
}

function wordTypes(): string {
  return /<\?xml.*?<\/Types>/.exec(sampleDocx().toString())?.[0] ?? ''
}

/** So many zeros, and the size that the file claims for them. */
function packed(bytes: number, says = bytes) {
  return { deflated: deflateRawSync(Buffer.alloc(bytes)), says }
}

/** Its last part is no deflate stream. */
function broken(): Buffer {
  return sampleDocx({ 'word/a.xml': { deflated: Buffer.from('ffffffff', 'hex'), says: 4 } })
}

/** The last entry points at the bytes of the first. */
function sharing(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt32LE(0, copy.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 42)
  return copy
}

/** The same ZIP file with another unpacked size in its table of contents. */
function claiming(file: Buffer, bytes: number): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt32LE(bytes, copy.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24)
  return copy
}

/** Word's stream is named in the text, not in the directory. */
function sheetThatSpeaksOfWord(): Buffer {
  const sheet = sampleOle2('Workbook')
  Buffer.from('WordDocument', 'utf16le').copy(sheet, 2048)
  return sheet
}

test('what gives a kind away is found across the borders of pieces', async () => {
  for (const pieces of [1, 2, 5, 11, 64, 5000]) {
    expect(await kindOf('contract.docx', sampleDocx({ 'word/a.xml': packed(5_000) }), pieces)).toBe('docx')
    expect(await kindOf('contract.docx', sampleDocx(), pieces)).toBe('docx')
    expect(await kindOf('contract.txt', Buffer.from('\ufeffUnicode', 'utf16le'), pieces)).toBe('txt')
    expect(await kindOf('contract.doc', sampleOle2('WordDocument'), pieces)).toBe('doc')
    expect(await kindOf('contract.docx', sampleDocx({ 'word/vbaProject.bin': 'macro' }), pieces)).toBeNull()
  }
})
