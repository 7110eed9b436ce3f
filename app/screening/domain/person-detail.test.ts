import { expect, test } from 'vitest'
import { COUNTRIES } from '#app/kernel/domain/words/countries.ts'
import { readDetail, saysNothing, type TypedDetail } from './person-detail.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const NOTHING: TypedDetail = { nativeName: '', company: '', country: '', birthDate: '' }
const read = (typed: Partial<TypedDetail>) => readDetail({ ...NOTHING, ...typed }, NOW)

test('nobody has to say anything', () => {
  const detail = { nativeName: null, company: null, country: null, birthDate: null }
  expect(read({})).toEqual(detail)
  expect(saysNothing(detail)).toBe(true)
  expect(saysNothing({ ...detail, country: 'KE' })).toBe(false)
})

test('what is said is kept as it is', () => {
  const typed = { nativeName: 'Зебулон Тарнвик', company: 'Fenwraith & Sons', country: 'ke', birthDate: '1961-04-12' }
  expect(read(typed)).toEqual({ ...typed, country: 'KE', birthDate: new Date('1961-04-12T00:00:00Z') })
})

test.each([
  ['birthDate', '1961-02-30', 'birth_date_invalid'],
  ['birthDate', '12.04.1961', 'birth_date_invalid'],
  ['birthDate', '1899-12-31', 'birth_date_invalid'],
  ['birthDate', '2026-11-25', 'birth_date_invalid'],
  ['birthDate', '99999-01-01', 'birth_date_invalid'],
  ['country', 'XX', 'country_unknown'],
  ['country', 'Kenya', 'country_unknown'],
  ['nativeName', 'https://example.org', 'name_not_plain'],
  ['company', 'x'.repeat(101), 'name_too_long'],
] as const)('%s %s is refused beside its field', (field, value, refused) => {
  expect(read({ [field]: value })).toMatchObject({ refused, field })
})

test('every country is there once', () => {
  expect(new Set(COUNTRIES).size).toBe(COUNTRIES.length)
  expect(COUNTRIES).toHaveLength(249)
})
