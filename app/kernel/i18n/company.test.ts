import { describe, expect, test } from 'vitest'
import { COMPANY, NOBODY } from '#tests/support/world/company.ts'
import { companyFacts, unstatedOf } from './company.ts'

describe('who runs the service', () => {
  test('is told as far as it is stated, in the order that is asked for', () => {
    expect(companyFacts({ ...COMPANY, register: null }, ['register', 'law', 'name'])).toEqual([
      { part: 'law', value: 'England and Wales' },
      { part: 'name', value: 'Quayside Trade Ltd' },
    ])
    expect(companyFacts(NOBODY, ['name', 'address', 'phone'])).toEqual([])
  })

  test('what everybody can state is missed, a licence and a telephone are not', () => {
    expect(unstatedOf(COMPANY)).toEqual([])
    expect(unstatedOf({ ...COMPANY, licence: null, phone: null })).toEqual([])
    expect(unstatedOf({ ...COMPANY, law: null })).toEqual(['GOVERNING_LAW'])
    const all = ['COMPANY_NAME', 'COMPANY_ADDRESS', 'COMPANY_REGISTER', 'GOVERNING_LAW', 'SUPPORT_HOURS']
    expect(unstatedOf(NOBODY)).toEqual(all)
  })
})
