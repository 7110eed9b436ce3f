/** The papers of a trade, made here: small, and truly of the kind that their names say. */

export function contract(text: string): File {
  return pdf('contract.pdf', `Contract: ${text}`)
}

/** What the seller presents, by the name of its field. */
export function shippingDocuments(): Record<string, File> {
  return {
    CommercialInvoice: pdf('invoice.pdf', 'Commercial invoice'),
    PackingList: pdf('packing-list.pdf', 'Packing list'),
    BillOfLading: pdf('bill-of-lading.pdf', 'Bill of lading'),
    ShipmentImage: pixel('container.png'),
  }
}

function pdf(name: string, text: string): File {
  const content = `%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${text}\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`
  return new File([content], name, { type: 'application/pdf' })
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function pixel(name: string): File {
  return new File([Buffer.from(PIXEL, 'base64')], name, { type: 'image/png' })
}
