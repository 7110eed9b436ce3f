import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DOCUMENT_TYPES } from '#app/escrow/domain/document-types.ts'
import { byName, SEALED_TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { type SealedSheet, sheetText } from './sealed-terms.ts'
import { WEEKENDS } from './working-days.ts'

const sha256 = (sheet: SealedSheet) => createHash('sha256').update(sheetText(sheet)).digest('hex')

const words = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed())
const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
const dates = fc.record({
  fundBy: day,
  presentBy: day,
  examineDays: fc.integer({ min: 1, max: 30 }),
  weekend: fc.constantFrom(...WEEKENDS),
  onSilence: fc.constantFrom('quayside' as const, 'accepted' as const),
  documents: fc.subarray([...DOCUMENT_TYPES]),
})
const contract = fc.record({ name: words, bytes: fc.nat(), sha256: words })
const aSheet: fc.Arbitrary<SealedSheet> = fc.record({
  escrow: words,
  buyer: words,
  seller: words,
  amount: fc.integer({ min: 1 }).map(String),
  asset: fc.constantFrom(...ASSETS),
  ...byName(SEALED_TEXTS, () => words),
  contract: fc.option(contract),
  dates: fc.option(dates),
})

test('the sheet of a trade, word by word', () => {
  const sheet: SealedSheet = {
    escrow: 'auto_1',
    buyer: 'Ana Kovač',
    seller: 'Wei Chen',
    amount: '12.5',
    asset: 'USDC',
    ...byName(SEALED_TEXTS, () => ''),
    notes: 'Two pallets',
    contract: null,
    dates: {
      fundBy: new Date('2026-12-04T23:59:00Z'),
      presentBy: new Date('2027-01-23T23:59:00Z'),
      examineDays: 5,
      weekend: 'sat_sun',
      onSilence: 'quayside',
      documents: ['PackingList', 'BillOfLading'],
    },
  }
  expect(sheetText(sheet)).toBe(
    '{"amount":"12.5","asset":"USDC","buyer":"Ana Kovač","contract":null,"dates":{"documents":["BillOfLading","PackingList"],' +
      '"examineWorkingDays":5,"fundBy":"2026-12-04T23:59:00.000Z","ifNotExamined":"quayside","ifNotFunded":"lapses",' +
      '"ifNotPresented":"refund","presentBy":"2027-01-23T23:59:00.000Z"},"escrow":"auto_1","format":"quayside-terms-1",' +
      '"notes":"Two pallets","seller":"Wei Chen","terms":""}',
  )
  // Other working days change the format of the sheet.
  const rests = sheetText({ ...sheet, dates: sheet.dates && { ...sheet.dates, weekend: 'fri_sat' } })
  expect(rests).toContain('"ifNotPresented":"refund","noWorkingDays":["friday","saturday"],"presentBy"')
  expect(rests).toContain('"format":"quayside-terms-2"')
})

test('one trade has one text, in whatever order it was put together', () => {
  fc.assert(
    fc.property(aSheet, (sheet) => {
      const turned = Object.fromEntries(Object.entries(sheet).reverse()) as SealedSheet
      const other = sheet.dates && { ...sheet.dates, documents: [...sheet.dates.documents].reverse() }
      expect(sheetText({ ...turned, dates: other })).toBe(sheetText(sheet))
      expect(JSON.parse(sheetText(sheet))).toMatchObject({ escrow: sheet.escrow, amount: sheet.amount })
    }),
  )
})

test('whatever is changed in it, the fingerprint is another one', () => {
  fc.assert(
    fc.property(aSheet, aSheet, (sheet, other) => {
      for (const key of Object.keys(sheet) as (keyof SealedSheet)[]) {
        const changed = { ...sheet, [key]: other[key] }
        expect(sha256(changed) === sha256(sheet), key).toBe(
          JSON.stringify(sortedDocuments(changed[key])) === JSON.stringify(sortedDocuments(sheet[key])),
        )
      }
      if (!sheet.dates || !other.dates) return
      for (const key of Object.keys(sheet.dates) as (keyof typeof sheet.dates)[]) {
        const changed = { ...sheet, dates: { ...sheet.dates, [key]: other.dates[key] } }
        expect(sha256(changed) === sha256(sheet), key).toBe(
          JSON.stringify(sortedDocuments(changed.dates)) === JSON.stringify(sortedDocuments(sheet.dates)),
        )
      }
    }),
  )
})

/** The order of the ticks has no meaning. */
function sortedDocuments(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('documents' in value)) return value
  return { ...value, documents: [...(value.documents as string[])].sort() }
}

test('half a character in a name is no accident', () => {
  const sheet = {
    escrow: 'auto_1',
    buyer: 'A\ud800',
    seller: '',
    amount: '1',
    asset: 'XLM',
    ...byName(SEALED_TEXTS, () => ''),
  } as const
  expect(() => sheetText({ ...sheet, contract: null, dates: null })).not.toThrow()
})
