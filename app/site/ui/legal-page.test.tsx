import { expect, it } from 'vitest'
import type { Wording } from '#app/accounts/domain/service-terms.ts'
import { AcceptsSupplement, OpenedUnder } from '#app/accounts/ui/service-terms.tsx'
import { legalText } from '#app/site/i18n/legal-text.server.ts'
import { htmlOf, wordsOf } from '#tests/support/onchain/draw-page.tsx'
import { LegalPage } from './legal-page.tsx'

const settings = { serviceFee: 'once', captcha: 'own', xlmBalanceCheck: 'receiving' } as const
const owner = { title: 'company.termsTitle', parts: [] } as const
const page = (wording: Wording) => (
  <LegalPage text={legalText('terms', { language: 'en', settings, wording })} path="/terms" owner={owner} />
)

it('shows the terms with the supplement, marked, and leads to the text as first accepted', () => {
  const words = wordsOf(page('supplement'))
  expect(words).toMatch(/Version v1\.0-2025-08-30\.\s+With the supplement of\s+1 Dec 2026/)
  expect(words.match(/Supplement of\s+1 Dec 2026/g)).toHaveLength(6)
  expect(words).toContain('Without agreed dates no date moves the money')
  expect(words).not.toContain('There are no deadlines after which money moves by itself')
  expect(htmlOf(page('supplement'))).toContain('href="/terms?version=v1.0-2025-08-30"')
})

it('shows the text as first accepted, says so, and leads back', () => {
  const words = wordsOf(page('first'))
  expect(words).toMatch(/This is the text as first accepted, without the supplement of\s+1 Dec 2026/)
  expect(words).toContain('There are no deadlines after which money moves by itself')
  expect(words.match(/Supplement of/g)).toBeNull()
  expect(htmlOf(page('first'))).toContain('href="/terms"')
})

it('names the supplement in the form that accepts it, which carries it', () => {
  const html = htmlOf(<AcceptsSupplement by="opening" />)
  expect(html).toContain('<input type="hidden" name="seenSupplement" value="s1-2026-12-01"/>')
  expect(html).toMatch(/<a [^>]*href="\/terms"[^>]*>terms<\/a>/)
  for (const by of ['opening', 'accepting', 'confirming'] as const)
    expect(wordsOf(<AcceptsSupplement by={by} />)).toMatch(
      /you (also )?accept .+\sterms\s+with the supplement of\s+1 Dec/,
    )
})

it('says in one line under which terms an escrow was opened, and that the dates of one of before hold besides', () => {
  const first = { version: 'v1.0-2025-08-30', supplement: null }
  expect(htmlOf(<OpenedUnder terms={first} hasDates />)).toContain('href="/terms?version=v1.0-2025-08-30"')
  expect(wordsOf(<OpenedUnder terms={first} hasDates />)).toContain('The dates agreed for it hold besides.')
  expect(wordsOf(<OpenedUnder terms={first} hasDates={false} />)).not.toContain('hold besides')
  const now = { ...first, supplement: 's1-2026-12-01' }
  expect(wordsOf(<OpenedUnder terms={now} hasDates />)).toMatch(/with the supplement of\s+1 Dec 2026/)
})
