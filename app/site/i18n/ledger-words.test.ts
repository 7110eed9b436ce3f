import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import type { WordSettings } from '#app/languages/i18n/settled-words.ts'
import { ledgerQuestion, ledgerTerms, whoCanMove } from './ledger-words.server.ts'
import { legalText, termsText } from './legal-text.server.ts'

const settings: WordSettings = { serviceFee: 'once', captcha: 'own', xlmBalanceCheck: 'receiving' }
const both = ['stellar', 'xrpl'] as const
const languages = Object.keys(LANGUAGES) as Language[]

describe('escrows that the ledger holds', () => {
  it('are told of each ledger as what it can enforce, and of no other', () => {
    expect(whoCanMove(both, 'en')).toEqual([
      'XLM, USDC: Before the date, two of buyer, seller and Quayside must sign to move this money. After it, the buyer takes it back alone.',
      'XRP: Before the date, Quayside can release this money only to the seller’s wallet. After it, the money goes back to the buyer.',
    ])
    expect(ledgerQuestion(['xrpl'], 'en').answer).not.toContain('USDC')
    expect(ledgerTerms(['stellar'], 'en').join()).not.toContain('XRP')
  })

  it('change nothing of the terms where no ledger holds any, and one section where one does', () => {
    const of = { language: 'en', settings, wording: 'supplement' } as const
    expect(termsText({ ...of, ledgers: [] })).toEqual(legalText('terms', of))
    const [before, with_] = [legalText('terms', of).sections, termsText({ ...of, ledgers: both }).sections]
    const changed = with_.filter((section, place) => section.paragraphs.length !== before[place]?.paragraphs.length)
    expect(changed.map(({ title }) => title)).toEqual(['Holding and releasing the money'])
    expect(changed[0]?.paragraphs.slice(-4).map(({ text }) => text)).toEqual(ledgerTerms(both, 'en'))
  })

  it.each(languages)('are told whole in %s', (language) => {
    const { question, answer } = ledgerQuestion(both, language)
    const said = [question, answer, ...ledgerTerms(both, language)].join('\n')
    expect(said).not.toMatch(/\{\{|undefined|held\./)
    for (const asset of ['XLM', 'USDC', 'XRP', 'Quayside']) expect(answer).toContain(asset)
  })
})
