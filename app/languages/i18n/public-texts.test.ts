import { describe, expect, it, test } from 'vitest'
import { TERMS_VERSION } from '#app/accounts/domain/service-terms.ts'
import { LINK_MARKS } from '#app/kernel/ui/text/linked-text.tsx'
import { legalText } from '#app/site/i18n/legal-text.server.ts'
import { wordsOf } from './i18n.server.ts'
import { settleWords, type WordSettings } from './settled-words.ts'

const SETTINGS: WordSettings = { serviceFee: 'once', captcha: 'own', xlmBalanceCheck: 'receiving' }
const faq = settleWords(wordsOf('en', 'faq'), SETTINGS)
const instructions = settleWords(wordsOf('en', 'instructions'), SETTINGS)
const { terms, privacy } = settleWords(wordsOf('en', 'legal'), SETTINGS)
const OF = { language: 'en', settings: SETTINGS, wording: 'supplement' } as const
const questions = faq.groups.flatMap((group) => group.items)

function textsOf(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsOf) : []
}

describe('the FAQ', () => {
  it('answers at least 14 questions, each once', () => {
    expect(questions.length).toBeGreaterThanOrEqual(14)
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length)
  })
})

test('sellers are told to confirm the contract terms before they submit documents (spec §2, Instructions)', () => {
  const titles = instructions.seller.map(({ title }) => title)
  const confirm = titles.findIndex((title) => title.includes('confirm the contract terms'))
  const upload = titles.findIndex((title) => title.includes('Upload the documents'))
  expect(confirm).toBeGreaterThan(-1)
  expect(confirm).toBeLessThan(upload)
})

describe('the legal texts (spec §9)', () => {
  it('carry the version that new accounts accept, and its date', () => {
    for (const { version, updated } of [terms, privacy]) {
      expect(version).toContain(TERMS_VERSION)
      expect(updated).toBe('2025-08-30')
    }
  })

  it.each([
    ['at least 18 years', [terms, privacy]],
    ['fees that you paid to us in the 3 months before the claim', [terms]],
    ['kept for at least 5 years', [terms, privacy]],
    ['OFAC', [terms, privacy]],
    ['United Nations', [terms, privacy]],
    ['European Union', [terms, privacy]],
    ['United Kingdom', [terms, privacy]],
    ['0.75%', [terms]],
    ['$100', [terms]],
  ])('say “%s”', (fact, texts) => {
    for (const text of texts) expect(textsOf(text).some((sentence) => sentence.includes(fact))).toBe(true)
  })
})

test('every mark in these texts is a link that exists, and is closed', () => {
  const whole = (['faq', 'instructions', 'legal', 'wallets'] as const).map((name) => wordsOf('en', name))
  for (const text of textsOf(whole)) {
    const marks = [...text.matchAll(/<(\w+)>[^<]+<\/\1>/g)]
    expect(text.match(/[<>]/g)?.length ?? 0, text).toBe(marks.length * 4)
    for (const [, mark] of marks) expect(LINK_MARKS).toContain(mark)
  }
})

test('a translation of the legal texts says that the English text prevails; English need not', () => {
  expect(legalText('terms', OF).prevails).toBeNull()
  expect(legalText('terms', OF).title).toBe(terms.title)
  for (const name of ['terms', 'privacy'] as const) {
    expect(legalText(name, { ...OF, language: 'fa' }).prevails).toBe(wordsOf('fa', 'legal').prevails)
  }
})
