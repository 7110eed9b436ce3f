import { expect, test } from 'vitest'
import { openedUnder, SUPPLEMENT_DAY, TERMS_SUPPLEMENT, TERMS_VERSION, wordingOf } from './service-terms.ts'

test('the version is the specification’s (§3, §9), and the supplement is named by its day', () => {
  expect(TERMS_VERSION).toBe('v1.0-2025-08-30')
  expect(TERMS_SUPPLEMENT).toBe(`s1-${SUPPLEMENT_DAY}`)
})

test('the first wording is shown to whoever asks for the version, and to nobody else', () => {
  expect(wordingOf(TERMS_VERSION)).toBe('first')
  for (const asked of [null, '', 'v0', TERMS_SUPPLEMENT]) expect(wordingOf(asked)).toBe('supplement')
})

test('an escrow of before was opened under the first wording', () => {
  expect(openedUnder({ serviceTerms: null, serviceSupplement: null })).toEqual({
    version: TERMS_VERSION,
    supplement: null,
  })
  const recorded = { serviceTerms: TERMS_VERSION, serviceSupplement: TERMS_SUPPLEMENT }
  expect(openedUnder(recorded)).toEqual({ version: TERMS_VERSION, supplement: TERMS_SUPPLEMENT })
})
