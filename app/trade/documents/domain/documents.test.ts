import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptAttribute, displayFileName, kindByName, safeFileName } from '#app/kernel/domain/file-kind.ts'
import { CONTRACT_KINDS, confirmationKey, contractKey, DOCUMENT_KINDS } from './documents.ts'

describe('file names', () => {
  test.each([
    ['Bill of Lading.pdf', 'Bill of Lading.pdf', 'Bill_of_Lading.pdf'],
    ['C:\\fakepath\\contract.docx', 'contract.docx', 'contract.docx'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['..', 'file', 'file'],
    ['.htaccess', 'htaccess', 'htaccess'],
    ['', 'file', 'file'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe', 'invoicefdp.exe'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie_ x=1.pdf', 'aSet-Cookie_x_1.pdf'],
    ['null\0byte.pdf', 'nullbyte.pdf', 'nullbyte.pdf'],
    ['Fracht­brief Größe.pdf', 'Frachtbrief Größe.pdf', 'Frachtbrief_Gro_e.pdf'],
    ['договор.pdf', 'договор.pdf', 'file.pdf'],
    ['فاتوره\u200cهای خرید.pdf', 'فاتوره\u200cهای خرید.pdf', 'file.pdf'],
    ['بِ\u200cها.pdf', 'بِ\u200cها.pdf', 'file.pdf'],
    ['क्\u200dष.pdf', 'क्\u200dष.pdf', 'file.pdf'],
    ['👩\u200d👩\u200d👧.png', '👩\u200d👩\u200d👧.png', 'file.png'],
    ['🏳\ufe0f\u200d🌈 👩🏽\u200d🦰.png', '🏳\ufe0f\u200d🌈 👩🏽\u200d🦰.png', 'file.png'],
    ['in\u200dvo\u200cice 1\u200d2.pdf', 'invoice 12.pdf', 'invoice_12.pdf'],
    ['\u200cفاتوره\u200c\u200cهای\u200c.pdf', 'فاتوره\u200cهای.pdf', 'file.pdf'],
    ['فاتوره\u200e\u200c\u202eهای.pdf', 'فاتوره\u200cهای.pdf', 'file.pdf'],
    ['invoice\ufeff\u2060\u200b\u2066.pdf', 'invoice.pdf', 'invoice.pdf'],
    ['he said "yes".txt', 'he said _yes_.txt', 'he_said_yes.txt'],
  ])('%j is shown as %j and kept as %j', (name, shown, kept) => {
    expect([displayFileName(name), safeFileName(name)]).toEqual([shown, kept])
  })

  test('a long name keeps its extension', () => {
    const shown = displayFileName(`${'é'.repeat(300)}.pdf`)
    expect(shown).toHaveLength(120)
    expect(shown.endsWith('.pdf')).toBe(true)
    expect(displayFileName(`${'ه\u200c'.repeat(300)}.pdf`)).toMatch(/ه\.pdf$/)
  })

  test('whatever a name is, what is kept of it stays in its folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const kept = safeFileName(name)
        expect(kept).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
        expect(kept).not.toContain('..')
        expect(kept.length).toBeLessThanOrEqual(120)
        expect(displayFileName(displayFileName(name))).toBe(displayFileName(name))
        expect(displayFileName(name)).not.toMatch(/[/\\\p{Cc}]|^\./u)
      }),
    )
  })
})

describe('kinds', () => {
  test('a name claims its kind by its last extension', () => {
    expect([kindByName('a.PDF'), kindByName('a.jpeg'), kindByName('a.pdf.exe'), kindByName('pdf')]).toEqual([
      'pdf',
      'jpg',
      null,
      null,
    ])
  })

  test('the forms offer what the spec lists', () => {
    expect(acceptAttribute(CONTRACT_KINDS)).toBe('.pdf,.doc,.docx,.txt')
    expect(acceptAttribute(DOCUMENT_KINDS)).toBe('.pdf,.doc,.docx,.png,.jpg,.jpeg')
  })
})

describe('storage keys', () => {
  const at = new Date(1_763_670_000_000)

  test('follow the patterns of the spec', () => {
    expect(contractKey({ uid: 'u1', at, unique: 'k3f9', fileName: 'Sales contract.pdf' })).toBe(
      'contracts/u1_1763670000000-k3f9_Sales_contract.pdf',
    )
    const confirmation = { txid: 'auto_7K3M', unique: 'k3f9', fileName: '../x.png' }
    expect(confirmationKey({ ...confirmation, type: 'BillOfLading' })).toBe(
      'confirmations/auto_7K3M_BillOfLading-k3f9_x.png',
    )
    expect(confirmationKey({ ...confirmation, type: 'ShipmentImage' })).toBe('confirmations/auto_7K3M_image-k3f9_x.png')
  })

  test('differ for two uploads of one name in one millisecond', () => {
    const file = { uid: 'u1', at, fileName: 'a.pdf' }
    expect(contractKey({ ...file, unique: 'aaaa' })).not.toBe(contractKey({ ...file, unique: 'aaab' }))
  })
})
