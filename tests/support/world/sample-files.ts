/** Small files of every kind that the forms take, and some that pretend. Made here, so that nothing is recorded. */
import { crc32 } from 'node:zlib'

export const samplePdf = (text = 'Bill of lading') =>
  Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${text}\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`)

export const samplePng = () =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

export const sampleJpg = () =>
  Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from('ffdb0043', 'hex'),
    Buffer.alloc(65, 1),
    Buffer.from('ffd9', 'hex'),
  ])

const CONTENT_TYPES = (mainPart: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainPart}"/></Types>`

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

export const sampleDocx = (more: Record<string, string | Packed> = {}) =>
  zip({ '[Content_Types].xml': CONTENT_TYPES(WORD), 'word/document.xml': '<w:document/>', ...more })

export const sampleXlsx = () => zip({ '[Content_Types].xml': CONTENT_TYPES(SHEET), 'xl/workbook.xml': '<workbook/>' })

/** An OLE2 container whose directory names the given streams: 'WordDocument' makes it a Word file. */
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

/** A deflated part, and how many bytes its file says that it holds. */
export type Packed = { deflated: Buffer; says: number }

/** A ZIP file without compression. */
export function zip(files: Record<string, string | Packed>): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = typeof text === 'string' ? null : text
    const content = packed ? packed.deflated : Buffer.from(text as string)
    // Everything that the local and the central heading share: version, flags, method, time, checksum, sizes, name.
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

/** A PDF that can be drawn: one page for each text, in a standard font. `more` goes into its catalogue. */
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
