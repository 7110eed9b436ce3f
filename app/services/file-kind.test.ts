import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import {
  sampleDocx,
  sampleJpg,
  sampleOle2,
  samplePdf,
  samplePng,
  sampleXlsx,
  zip,
} from '#tests/support/sample-files.ts'
import { fileKindOf } from './file-kind.server.ts'

/** The content in pieces of a few bytes, as a slow connection would bring it. */
const kindOf = (fileName: string, content: Buffer | string, pieces = 7) =>
  fileKindOf(fileName, async () => {
    const bytes = Buffer.from(content)
    const count = Math.ceil(bytes.length / pieces)
    return Readable.from(Array.from({ length: count }, (_, i) => bytes.subarray(i * pieces, (i + 1) * pieces)))
  })

describe('a file is what its name and its content agree on', () => {
  test.each<[string, Buffer | string, string]>([
    ['contract.pdf', samplePdf(), 'pdf'],
    ['CONTRACT.PDF', samplePdf(), 'pdf'],
    ['photo.png', samplePng(), 'png'],
    ['photo.jpg', sampleJpg(), 'jpg'],
    ['photo.jpeg', sampleJpg(), 'jpg'],
    ['contract.docx', sampleDocx(), 'docx'],
    ['contract.doc', sampleOle2('WordDocument'), 'doc'],
    ['contract.txt', 'The seller ships 400 bags.\r\n\tFOB Mombasa.\n', 'txt'],
    ['contract.txt', 'Der Verkäufer liefert; 売主は船積みする。', 'txt'],
    ['contract.txt', 'MZ Trading and BM Shipping agree', 'txt'],
    ['contract.txt', '\ufeffwith a byte order mark', 'txt'],
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
    ['an old sheet called DOC', 'contract.doc', sampleOle2('Workbook')],
    ['rich text called DOC', 'contract.doc', '{\\rtf1\\ansi contract}'],
    ['a PDF called TXT, with its binary part', 'contract.txt', Buffer.concat([samplePdf(), Buffer.from([0, 1, 0xff])])],
    ['Latin-1 called TXT', 'contract.txt', Buffer.from('Verk\xe4ufer', 'latin1')],
    ['a cut-off character', 'contract.txt', Buffer.from('ä').subarray(0, 1)],
    ['text with a NUL', 'contract.txt', 'a\0b'],
    ['an unknown extension', 'contract.exe', samplePdf()],
    ['no extension', 'contract', samplePdf()],
    ['nothing called PDF', 'contract.pdf', ''],
  ])('%s is refused', async (_, name, content) => expect(await kindOf(name, content)).toBeNull())
})

test('what gives a kind away is found across the borders of pieces', async () => {
  for (const pieces of [1, 2, 5, 11, 64, 5000]) {
    expect(await kindOf('contract.doc', sampleOle2('WordDocument'), pieces)).toBe('doc')
    expect(await kindOf('contract.docx', sampleDocx({ 'word/vbaProject.bin': 'macro' }), pieces)).toBeNull()
  }
})
