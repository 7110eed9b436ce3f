import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { WORDINGS, type Wording } from '#app/accounts/domain/service-terms.ts'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import type { WordSettings } from '#app/languages/i18n/settled-words.ts'
import { ledgerTerms } from './ledger-words.server.ts'
import { legalText } from './legal-text.server.ts'

const ONCE: WordSettings = { serviceFee: 'once', captcha: 'own', xlmBalanceCheck: 'receiving' }
const EACH: WordSettings = { serviceFee: 'each', captcha: 'turnstile', xlmBalanceCheck: 'paying' }
const languages = Object.keys(LANGUAGES) as Language[]

const textIn = (name: 'terms' | 'privacy', wording: Wording, language: Language = 'en', settings = ONCE) =>
  legalText(name, { language, settings, wording })
const changedIn = (name: 'terms' | 'privacy', language: Language = 'en') =>
  textIn(name, 'supplement', language).sections.map(
    ({ paragraphs }) => paragraphs.filter(({ isSupplement }) => isSupplement).length,
  )
const section = (name: 'terms' | 'privacy', number: number, wording: Wording) =>
  (textIn(name, wording).sections[number - 1]?.paragraphs ?? []).map(({ text }) => text).join('\n')

describe('the text as first accepted', () => {
  // Whoever accepted it keeps it: changes are made by a supplement.
  it.each([
    ['terms', ONCE, '219a80781bc49960c432f730bec9f5b1522c5a1d68138489017b771462d0642e'],
    ['terms', EACH, '15923f0edc4e0e43e1af69df63ce8bff74ba6a75135d40d9ec86fe39c807e375'],
    ['privacy', ONCE, 'b9c274b7d6dcd663cd1d733af345de8d2cd4f59db423ad6368f26fa5b3dd5742'],
    ['privacy', EACH, '3b5c6cb6dec348790252b02cf36bd1d360bf8d33095208ba41fc9dabcc9fea34'],
  ] as const)('never changes: %s', (name, settings, fingerprint) => {
    const text = JSON.stringify(textIn(name, 'first', 'en', settings).sections)
    expect(createHash('sha256').update(text).digest('hex')).toBe(fingerprint)
  })

  it('has nothing of the supplement', () => {
    for (const name of ['terms', 'privacy'] as const)
      for (const { paragraphs } of textIn(name, 'first').sections)
        for (const { isSupplement } of paragraphs) expect(isSupplement).toBe(false)
    expect(section('terms', 8, 'first')).toContain('There are no deadlines after which money moves by itself.')
  })
})

describe('the text with the supplement', () => {
  it('marks what it changes, and nothing else', () => {
    expect(changedIn('terms')).toEqual([1, 0, 0, 0, 0, 3, 1, 4, 1, 0, 0, 0, 0, 1])
    expect(changedIn('privacy')).toEqual([1, 0, 1, 0, 0, 0, 1, 0, 0])
    for (const name of ['terms', 'privacy'] as const) {
      const unchanged = (wording: Wording) =>
        textIn(name, wording).sections.map(({ title, paragraphs }) => [title, ...paragraphs.map(({ text }) => text)])
      const first = new Set(unchanged('first').flat())
      const now = textIn(name, 'supplement').sections.flatMap(({ paragraphs }) => paragraphs)
      for (const { text, isSupplement } of now) expect(first.has(text), text).toBe(!isSupplement)
    }
  })

  it('says how money is released, and that silence counts only as the rules have it (decision 072)', () => {
    const said = section('terms', 6, 'supplement')
    for (const condition of ['last notice of 24 hours', 'have agreed dates', 'each document that was agreed'])
      expect(said).toContain(condition)
    for (const condition of ['address that the buyer has confirmed', 'wallet must be the one that the buyer expected'])
      expect(said).toContain(condition)
  })

  it('names every way back, and every date', () => {
    const said = section('terms', 8, 'supplement')
    expect(said).not.toContain('There are no deadlines')
    expect(said).toContain('Without agreed dates no date moves the money')
    for (const way of ['agrees to the buyer’s request', '48 hours', 'not funded', 'called it off', 'operator of ours'])
      expect(said).toContain(way)
    for (const way of ['court or arbitrator', 'lower price', 'five working days', 'the ledger itself holds the money'])
      expect(said).toContain(way)
  })

  it('agrees with what is said of money that the ledger holds', () => {
    expect(ledgerTerms(['stellar', 'xrpl'], 'en').at(-1)).toContain('at the date the money moves by that alone')
    expect(section('terms', 8, 'supplement')).toContain('from then on the money can go to the buyer alone')
  })

  it('says truly who can open documents by a link', () => {
    expect(section('privacy', 7, 'first')).toContain('only the two parties and our operator can open them')
    expect(section('privacy', 7, 'supplement')).toContain('whoever has a link')
    expect(section('privacy', 3, 'supplement')).toContain('somebody without an account by a link')
    expect(section('terms', 9, 'supplement')).toContain('it ends after seven days')
    expect(section('privacy', 1, 'supplement')).toContain('could not be delivered')
  })
})

it.each(languages)('both wordings stand in %s, paragraph by paragraph as in English', (language) => {
  for (const name of ['terms', 'privacy'] as const) {
    expect(changedIn(name, language)).toEqual(changedIn(name))
    const counts = (of: Language, wording: Wording) =>
      textIn(name, wording, of).sections.map(({ paragraphs }) => paragraphs.length)
    for (const wording of WORDINGS) expect(counts(language, wording)).toEqual(counts('en', wording))
    const [first, now] = WORDINGS.map((wording) => JSON.stringify(textIn(name, wording, language)))
    expect(first).not.toBe(now)
    for (const number of ['24', '48']) if (name === 'terms') expect(now).toContain(number)
  }
})
