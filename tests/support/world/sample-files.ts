/** Small files of every kind that the forms take, and some that pretend. Made here, so that nothing is recorded. */
import { crc32, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

/** One page that can be rendered; the appended text makes the file unique. */
export const samplePdf = (text = 'Bill of lading') => Buffer.concat([drawnPdf(['Paper']), Buffer.from(`% ${text}\n`)])

export const samplePng = () =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

export const sampleJpg = () =>
  Buffer.concat([
    Buffer.from(
      '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
      'base64',
    ),
    Buffer.from('ffd9', 'hex'),
  ])

/** A PNG as described. `rows`: that many rows of it are there. */
export function pngOf(picture: {
  width: number
  height: number
  depth: number
  colours: number
  interlaced?: boolean
  rows?: number
}): Buffer {
  const { width, height, depth, colours, interlaced = false, rows = height } = picture
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colours] ?? 1
  const bytesOf = (across: number, down: number) =>
    across > 0 ? down * (1 + Math.ceil((across * depth * channels) / 8)) : 0
  const passes = [0, 8, 8, 4, 4, 2, 2].map((_, i) => [
    Math.ceil((width - [0, 4, 0, 2, 0, 1, 0][i]!) / [8, 8, 4, 4, 2, 2, 1][i]!),
    Math.ceil((height - [0, 0, 4, 0, 2, 0, 1][i]!) / [8, 8, 8, 4, 4, 2, 2][i]!),
  ])
  const size = interlaced
    ? passes.reduce((sum, [across = 0, down = 0]) => sum + bytesOf(Math.max(0, across), Math.max(0, down)), 0)
    : bytesOf(width, rows)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colours, 0, 0, interlaced ? 1 : 0], 8)
  const chunk = (name: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const sign = Buffer.from('89504e470d0a1a0a', 'hex')
  const pixels = deflateSync(Buffer.alloc(size))
  return Buffer.concat([sign, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const CONTENT_TYPES = (mainPart: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainPart}"/></Types>`

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

export const sampleDocx = (more: Record<string, string | Packed> = {}) =>
  zip({ '[Content_Types].xml': CONTENT_TYPES(WORD), 'word/document.xml': '<w:document/>', ...more })

export const sampleXlsx = () => zip({ '[Content_Types].xml': CONTENT_TYPES(SHEET), 'xl/workbook.xml': '<workbook/>' })

/** An OLE2 container whose directory names these streams: 'WordDocument' makes it a Word file. */
export function sampleOle2(...streams: string[]): Buffer {
  const header = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  const directory = Buffer.alloc(512)
  for (const [slot, name] of ['Root Entry', ...streams].entries()) {
    const entry = directory.subarray(128 * slot)
    Buffer.from(name, 'utf16le').copy(entry)
    entry.writeUInt16LE(2 * name.length + 2, 64)
    // The root, and streams.
    entry[66] = slot === 0 ? 5 : 2
  }
  return Buffer.concat([header, Buffer.alloc(512, 0xff), directory, Buffer.alloc(4096)])
}

/** A deflated part, and the size that its file claims. */
export type Packed = { deflated: Buffer; says: number }

export function zip(files: Record<string, string | Packed>): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = typeof text === 'string' ? null : text
    const content = packed ? packed.deflated : Buffer.from(text as string)
    // The fields that local and central headers share: version, flags, method, time, checksum, sizes, name.
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(content.length, 14)
    if (packed) shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(packed?.says ?? content.length, 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), content])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), shared, tail, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(locals.length, 8)
  end.writeUInt16LE(locals.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

/** A PDF that can be rendered: one page per text, in a standard font. `more` goes into its catalogue. */
export function drawnPdf(texts: string[], more = ''): Buffer {
  const kids = texts.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${more} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, i) => {
      const drawing = `BT /F1 40 Tf 72 700 Td (${text}) Tj ET 0.1 0.2 0.5 rg 72 300 200 200 re f`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ]
    }),
  ]
  let content = '%PDF-1.7\n'
  const places = objects.map((object, i) => {
    const place = content.length
    content += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n${content.length}\n%%EOF\n`
  return Buffer.from(content + table + trailer, 'latin1')
}

/** A PDF that needs a password to open, or one that nobody may change. */
export async function lockedPdf(passwords: { userPassword?: string; ownerPassword: string }): Promise<Buffer> {
  const doc = new PDFDocument({ pdfVersion: '1.7', ...passwords })
  doc.text('Bill of lading').end()
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
