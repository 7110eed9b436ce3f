import { describe, expect, test } from 'vitest'
import { readDates, type TypedDates, usualDates } from './trade-dates.ts'
import { writeDay } from './working-days.ts'

const NOW = new Date('2026-11-24T10:00:00Z')
const typed = (changes: Partial<TypedDates> = {}): TypedDates => ({
  fundBy: '2026-12-04',
  presentBy: '2027-01-23',
  examineDays: '5',
  onSilence: 'quayside',
  documents: ['CommercialInvoice', 'PackingList', 'BillOfLading'],
  ...changes,
})

test('the form begins with ten days, sixty days, five working days, and Quayside', () => {
  const usual = usualDates(NOW)
  expect([writeDay(usual.fundBy), writeDay(usual.presentBy)]).toEqual(['2026-12-04', '2027-01-23'])
  expect(usual).toMatchObject({ examineDays: 5, onSilence: 'quayside' })
  expect(readDates(typed(), NOW)).toEqual(usual)
})

describe('dates are refused', () => {
  test.each<[string, Partial<TypedDates>, string[]]>([
    ['today is no day to fund by', { fundBy: '2026-11-24' }, ['fund_by_invalid']],
    ['nor is one that does not exist', { fundBy: '2026-11-31' }, ['fund_by_invalid']],
    [
      'nor one in three years',
      { fundBy: '2029-11-24', presentBy: '2029-12-24' },
      ['fund_by_invalid', 'present_by_invalid'],
    ],
    ['documents come after the money', { presentBy: '2026-12-04' }, ['present_by_invalid']],
    ['nothing typed', { presentBy: '' }, ['present_by_invalid']],
    ['no days to examine', { examineDays: '0' }, ['examine_days_invalid']],
    ['too many days', { examineDays: '31' }, ['examine_days_invalid']],
    ['half a day', { examineDays: '1.5' }, ['examine_days_invalid']],
    [
      'all at once',
      { fundBy: 'x', presentBy: 'x', examineDays: 'x' },
      ['fund_by_invalid', 'present_by_invalid', 'examine_days_invalid'],
    ],
  ])('%s', (_, changes, codes) => {
    const read = readDates(typed(changes), NOW)
    expect('wrong' in read ? read.wrong.map(({ refused }) => refused) : read).toEqual(codes)
  })
})

test('silence means acceptance only where that was chosen', () => {
  expect(readDates(typed({ onSilence: 'accepted' }), NOW)).toMatchObject({ onSilence: 'accepted' })
  expect(readDates(typed({ onSilence: 'whatever' }), NOW)).toMatchObject({ onSilence: 'quayside' })
})

test('documents are asked for as ticked, in their order; none is a choice, too, and what we do not know is none', () => {
  expect(readDates(typed({ documents: ['BillOfLading', 'CommercialInvoice', 'BillOfLading'] }), NOW)).toMatchObject({
    documents: ['CommercialInvoice', 'BillOfLading'],
  })
  expect(readDates(typed({ documents: ['ShipmentImage', 'x'] }), NOW)).toMatchObject({ documents: [] })
})
