import { expect, test } from 'vitest'
import { resultOfYes } from './accepting-files.ts'

test.each([
  ['the first one wishes it', { wantedById: null, acceptedById: null }, 'wanted'],
  ['the same one cannot agree', { wantedById: 'olga', acceptedById: null }, 'own_wish'],
  ['another one agrees', { wantedById: 'omar', acceptedById: null }, 'accepted'],
  ['it is done once', { wantedById: 'omar', acceptedById: 'oda' }, 'not_now'],
] as const)('%s', (_, acceptance, result) => {
  expect(resultOfYes(acceptance, 'olga')).toBe(result)
})
