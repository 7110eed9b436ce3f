import { describe, expect, test } from 'vitest'
import { hintsOfFacts, hintsOfFiles, type StatedFacts } from './hints.ts'

const nothing: StatedFacts = { containerNumber: null, ladenOn: null, invoiceAmount: null, insuredAmount: null }
const latest = new Date('2026-03-10T23:59:00.000Z')
const named = (facts: Partial<StatedFacts>, on: { latest: Date | null } = { latest }) =>
  hintsOfFacts({ ...nothing, ...facts }, on).map(({ hint }) => hint)

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
    expect(named({ containerNumber: 'CSQU3054380' })).toEqual(['container_number'])
  })

  test('files that are known already, each by its own kind', () => {
    const files = [
      { type: 'PackingList', sha256: 'a' },
      { type: 'BillOfLading', sha256: 'b' },
    ] as const
    expect(hintsOfFiles(files, { rejected: new Set(['a']), elsewhere: new Set(['a', 'b']) })).toEqual([
      { hint: 'rejected_before', type: 'PackingList' },
      { hint: 'used_elsewhere', type: 'PackingList' },
      { hint: 'used_elsewhere', type: 'BillOfLading' },
    ])
  })
})
