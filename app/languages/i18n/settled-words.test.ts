import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import { legalText } from '#app/site/i18n/legal-text.server.ts'
import { wordsOf } from './i18n.server.ts'
import { settleWords, type WordSettings } from './settled-words.ts'

const ONCE: WordSettings = { serviceFee: 'once', captcha: 'own', xlmBalanceCheck: 'receiving' }
const EACH: WordSettings = { serviceFee: 'each', captcha: 'turnstile', xlmBalanceCheck: 'paying' }
const languages = Object.keys(LANGUAGES) as Language[]
const WHOLE = ['faq', 'freight', 'instructions', 'legal'] as const

const said = (words: unknown): string[] =>
  typeof words === 'string' ? [words] : Object.values(words as object).flatMap(said)
const page = (settings: WordSettings, language: Language = 'en') =>
  WHOLE.flatMap((namespace) => said(settleWords(wordsOf(language, namespace), settings))).join('\n')
const has = (text: string) => [page(ONCE).includes(text), page(EACH).includes(text)]

test('a choice becomes the sentence of the setting, everything else stays', () => {
  const words = { title: 'T', list: ['a', { once: 'b', each: 'c' }], each: 'no choice by itself' }
  expect(settleWords(words, ONCE)).toEqual({ title: 'T', list: ['a', 'b'], each: 'no choice by itself' })
  expect(settleWords(words, EACH).list).toEqual(['a', 'c'])
})

test.each(languages)('every choice is made, in %s', (language) => {
  const texts = (settings: WordSettings) =>
    WHOLE.flatMap((namespace) => JSON.stringify(settleWords(wordsOf(language, namespace), settings)))
  for (const settings of [ONCE, EACH]) {
    expect(texts(settings).join()).not.toMatch(/"(?:own|turnstile|receiving|paying|once)":/)
  }
  expect(texts(ONCE)).not.toEqual(texts(EACH))
})

describe('what the service fee covers is said by every page, as it is set', () => {
  test.each([
    'The buyer pays it once, for the first transaction',
    'unlocks the account for good: later escrows',
    'later escrows begin with step 4',
  ])('paid once: “%s”', (text) => {
    expect(has(text)).toEqual([true, false])
  })

  test.each([
    'The buyer pays it for each escrow before opening it',
    'It covers one escrow, which at our prices',
    'If you call the escrow off before anything has arrived, the fee covers another',
    'the next one begins with step 2 again',
    'at least $100 for each transaction',
    'called off before anything has arrived for it',
  ])('for each escrow: “%s”', (text) => {
    expect(has(text)).toEqual([false, true])
  })
})

describe('claims are those of the running product', () => {
  test('Cloudflare is named, with what it learns, where its captcha stands, and only there', () => {
    expect(has('Cloudflare')).toEqual([false, true])
    expect(has('nothing is loaded from other companies’ servers')).toEqual([true, false])
    expect(page(EACH)).toContain('which learns its network address and technical properties')
  })

  test('what is compared with the lists is said, and what is not', () => {
    expect(has('does not yet compare anybody')).toEqual([false, false])
    expect(has('are compared with these lists when you register')).toEqual([true, true])
    expect(has('Nobody is refused for a name alone')).toEqual([true, true])
    expect(has('the 50% rule')).toEqual([true, true])
  })

  test('nothing is deducted from what is owed back', () => {
    expect(has('less the ledger’s own fee')).toEqual([false, false])
    for (const language of languages) {
      const excess = legalText('terms', { language, settings: ONCE, wording: 'supplement' }).sections[6]?.paragraphs[1]
      expect((excess?.text ?? '').split(/[.。]/).length, language).toBeLessThan(5)
    }
  })

  test('the accounts hold the ledger’s reserve as well as client money', () => {
    expect(has('hold client money only')).toEqual([false, false])
    expect(has('client money only')).toEqual([false, false])
    expect(page(ONCE)).toContain('The ledger’s reserve and our own money for network fees lie there too')
  })

  test('who gets letters from the start, and whose wallet must hold the amount', () => {
    expect(has('Each gets an email')).toEqual([false, false])
    expect(has('the receiving wallet, the seller’s, must hold')).toEqual([true, false])
    expect(has('your own paying wallet must hold')).toEqual([false, true])
  })

  test('the buyer and the seller cannot take the money alone; an operator may decide', () => {
    const { home, submit } = wordsOf('en', 'common')
    expect(said([home, submit]).join('\n')).not.toMatch(/nobody can touch it|There is no fourth|client money only/)
    expect(home.lead).toMatch(/neither of you can take it alone/)
  })
})
