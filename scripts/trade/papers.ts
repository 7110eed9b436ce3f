/** The papers of a trade, created here: small, and valid files of their types. */

export function contract(text: string): File {
  return pdf('contract.pdf', `Contract: ${text}`)
}

/** The seller's documents by field name. */
export function shippingDocuments(): Record<string, File> {
  return {
    CommercialInvoice: pdf('invoice.pdf', 'Commercial invoice'),
    PackingList: pdf('packing-list.pdf', 'Packing list'),
    BillOfLading: pdf('bill-of-lading.pdf', 'Bill of lading'),
    ShipmentImage: pixel('container.png'),
  }
}

function pdf(name: string, text: string): File {
  return new File([paper(text)], name, { type: 'application/pdf' })
}

/** A valid PDF of one empty page. `padding`: extra bytes, for a large file. */
export function paper(text: string, padding: Uint8Array = new Uint8Array(0)): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [Buffer.from(`%PDF-1.4\n% ${text}\n`)]
  const places: number[] = []
  const place = () => parts.reduce((sum, part) => sum + part.length, 0)
  const add = (...object: (string | Uint8Array)[]) => {
    places.push(place())
    parts.push(...[`${places.length} 0 obj\n`, ...object, '\nendobj\n'].map((part) => Buffer.from(part as Uint8Array)))
  }
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
  add('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>')
  add(`<< /Length ${padding.length} >>\nstream\n`, padding, '\nendstream')
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 5\n0000000000 65535 f \n${table}trailer\n<< /Root 1 0 R /Size 5 >>\nstartxref\n${place()}\n%%EOF\n`
  return Uint8Array.from(Buffer.concat([...parts, Buffer.from(end)]))
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function pixel(name: string): File {
  return new File([Buffer.from(PIXEL, 'base64')], name, { type: 'image/png' })
}
