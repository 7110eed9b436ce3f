import { describe, expect, it } from 'vitest'
import { REFUSAL_CODES, refuse } from '#app/kernel/domain/refusal.ts'
import { FAQ_LANGUAGES, INSTRUCTIONS_LANGUAGES, LANGUAGES } from '#app/kernel/i18n/languages.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { createRequestI18n, translatorFor, wordsOf } from './i18n.server.ts'

const t = translatorFor('en')

describe('every refusal', () => {
  it.each([...new Set(REFUSAL_CODES)])('%s has a sentence', (code) => {
    const sentence = refusalText(t, refuse(code))
    expect(sentence).not.toContain('refusal.')
    // The spec writes this one without a full stop (§8).
    expect(sentence).toMatch(code === 'ledger_query_failed' ? /^Horizon query failed$/ : /[.!]$/)
  })

  it('of a payment carries the sign of the spec', () => {
    expect(refusalText(t, refuse('stellar_not_found'))).toBe('❌ Transaction not found on Stellar.')
    expect(refusalText(t, refuse('hash_used'))).toBe('❌ This transaction has already been used.')
  })

  it('fills its values in', () => {
    expect(refusalText(t, refuse('receiving_wallet_invalid', { values: { currency: 'XRP' } }))).toBe(
      'Please enter a valid XRP receiving wallet address.',
    )
    expect(refusalText(t, refuse('xlm_balance_low', { values: { balance: '4.5', required: '11' } }))).toBe(
      'Cannot submit: Insufficient XLM: balance 4.5 < required 11.',
    )
  })
})

describe('the languages', () => {
  it('are 16 for the instructions and 11 for the FAQ', () => {
    expect(INSTRUCTIONS_LANGUAGES).toHaveLength(16)
    expect(FAQ_LANGUAGES).toHaveLength(11)
  })

  it('fall back to English where a translation is missing, and know their own name', () => {
    for (const language of INSTRUCTIONS_LANGUAGES) {
      expect(createRequestI18n(language).language).toBe(language)
      expect(translatorFor(language)('brand')).toBe('Quayside')
      expect(LANGUAGES[language].name).not.toBe('')
    }
  })

  it('have 8 buyer steps and 7 seller steps (spec §2)', () => {
    const { buyer, seller } = wordsOf('en', 'instructions')
    expect([buyer.length, seller.length]).toEqual([8, 7])
  })
})
