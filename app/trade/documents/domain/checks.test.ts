import { describe, expect, test } from 'vitest'
import { checksOfFacts, checksOfFiles, type StatedFacts } from './checks.ts'

const nothing: StatedFacts = { containerNumber: null, ladenOn: null, invoiceAmount: null, insuredAmount: null }
const latest = new Date('2026-03-10T23:59:00.000Z')
const presentedAt = new Date('2026-03-15T12:00:00.000Z')
const hintsOf = (facts: Partial<StatedFacts>, on: { latest?: Date | null; presentedAt?: Date } = {}) =>
  checksOfFacts({ ...nothing, ...facts }, { latest, presentedAt, ...on })
const named = (...asked: Parameters<typeof hintsOf>) => hintsOf(...asked).map(({ hint }) => hint)

describe('hints', () => {
  test('say nothing where nothing was said', () => expect(named({})).toEqual([]))

  test.each([
    ['1000', '1100', []],
    ['1000', '1099.99', ['insurance_low']],
    ['0.01', '0.01', ['insurance_low']],
    // A float would make 1.1 × 300.10 a little more than 330.11.
    ['300.10', '330.11', []],
    ['300.10', '330.10', ['insurance_low']],
  ])('an invoice of %s insured for %s', (invoiceAmount, insuredAmount, hints) => {
    expect(named({ invoiceAmount, insuredAmount })).toEqual(hints)
    expect(named({ insuredAmount })).toEqual([])
    expect(named({ invoiceAmount })).toEqual([])
  })

  test('a bill of lading of the last day is in time, and none is late where no day was agreed', () => {
    expect(named({ ladenOn: '2026-03-10' })).toEqual([])
    expect(named({ ladenOn: '2026-03-11' })).toEqual(['laden_late'])
    expect(named({ ladenOn: '2026-03-11' }, { latest: null })).toEqual([])
  })

  test('a number that no container has', () => {
    expect(named({ containerNumber: 'CSQU3054383' })).toEqual([])
    expect(hintsOf({ containerNumber: 'CSQU3054380' })).toEqual([
      { hint: 'container_number', numbers: ['CSQU3054380'] },
    ])
  })

  test.each([
    'CSQU3054383, MSKU9070323',
    'CSQU3054383;MSKU9070323',
    'csqu 305438 3 / msku 907032 3',
    'CSQU3054383MSKU9070323',
    'CSQU3054383, SEAL 12345',
    'CONTAINERS CSQU3054383 AND MSKU9070323',
  ])('several containers are none that is wrong: %s', (containerNumber) => {
    expect(hintsOf({ containerNumber })).toEqual([])
  })

  test('of several, those alone are named that no container has', () => {
    expect(hintsOf({ containerNumber: 'CSQU3054383, MSKU9070320' })).toEqual([
      { hint: 'container_number', numbers: ['MSKU9070320'] },
    ])
  })

  test.each(['LCL', 'CSQU305438', 'CSQU30543833', '12 pallets'])(
    'what holds no number is shown as it was stated: %s',
    (stated) => {
      expect(hintsOf({ containerNumber: stated })).toEqual([{ hint: 'container_unread', stated }])
    },
  )

  test('a date on board that is still to come, wherever the seller is', () => {
    const day = new Date('2026-03-10T09:00:00.000Z')
    const on = (ladenOn: string, at = day) => named({ ladenOn }, { latest: null, presentedAt: at })
    expect(on('2026-03-10')).toEqual([])
    expect(on('2026-03-11')).toEqual(['laden_ahead'])
    // In Kiribati it is already the eleventh.
    expect(on('2026-03-11', new Date('2026-03-10T10:00:00.000Z'))).toEqual([])
    expect(hintsOf({ ladenOn: '2027-01-20' }, { latest: null, presentedAt: day })).toEqual([
      { hint: 'laden_ahead', laden: '2027-01-20', presented: '2026-03-10' },
    ])
  })

  test('papers that come later than 21 days after shipment, wherever the seller is', () => {
    const on = (presented: string) =>
      named({ ladenOn: '2026-03-01' }, { latest: null, presentedAt: new Date(presented) })
    expect(on('2026-03-22T23:00:00.000Z')).toEqual([])
    // On Baker Island it is still the twenty-second.
    expect(on('2026-03-23T11:59:00.000Z')).toEqual([])
    expect(on('2026-03-23T12:00:00.000Z')).toEqual(['long_after_shipment'])
    expect(
      hintsOf({ ladenOn: '2026-10-01' }, { latest: null, presentedAt: new Date('2026-11-28T12:00:00.000Z') }),
    ).toEqual([{ hint: 'long_after_shipment', laden: '2026-10-01', presented: '2026-11-28', days: 58 }])
  })

  test('say what was compared', () => {
    expect(hintsOf({ ladenOn: '2026-03-11', invoiceAmount: '100', insuredAmount: '109.99' })).toEqual([
      { hint: 'insurance_low', insured: '109.99', invoice: '100' },
      { hint: 'laden_late', laden: '2026-03-11', latest: '2026-03-10' },
    ])
  })

  test('files that are known already, each by its own kind', () => {
    const files = [
      { type: 'PackingList', sha256: 'a' },
      { type: 'BillOfLading', sha256: 'b' },
    ] as const
    expect(checksOfFiles(files, { rejected: new Set(['a']), elsewhere: new Set(['a', 'b']) })).toEqual([
      { hint: 'rejected_before', type: 'PackingList' },
      { hint: 'used_elsewhere', type: 'PackingList' },
      { hint: 'used_elsewhere', type: 'BillOfLading' },
    ])
  })
})
