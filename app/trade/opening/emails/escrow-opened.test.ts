/** The languages of the invitation (docs/decisions/110). */
import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { type EmailContent, renderEmail } from '#app/notices/emails/emails.ts'
import { NOBODY } from '#tests/support/world/company.ts'

const PAGE = 'https://quayside.example/invitation?token=t0ken'
const wordsOf = (language: Language) => translatorFor<['mail', 'common']>(language, ['mail', 'common'])
const invited = {
  letter: 'escrow_opened',
  txid: 'auto_0DT7M1EV8N2FW9P3GXAQ',
  amount: '18000',
  asset: 'USDC',
  buyerName: 'Anna',
  buyerEmail: 'anna@koeln.example',
  invitationId: '019a2c3e-7d1f-7b6a-9c55-0242ac120002',
} as const satisfies EmailContent

function written(language: Language, changes: Partial<EmailContent>) {
  return renderEmail({ ...invited, ...changes } as EmailContent, {
    t: wordsOf(language),
    wordsOf,
    language,
    origin: 'https://quayside.example',
    supportEmail: 'support@quayside.example',
    company: NOBODY,
    letterId: '019a2c3e-7d1f-7b6a-9c55-0242ac120003',
    tokenOf: () => 't0ken',
  })
}

const ENGLISH = 'Do not ship. We email you'
const GERMAN = 'Versenden Sie'
const linksOf = (html: string) =>
  [...html.matchAll(/href="(https:[^"]+)"/g)].map(([, href]) => (href ?? '').replaceAll('&amp;', '&'))

test('nobody knows what the seller reads: it is written in the buyer’s language, and in English below', () => {
  const { subject, html, text } = written('de', { isLanguageUnknown: true })
  expect(subject).toMatch(/^Anna .+ \/ Anna opened an escrow for you/)
  expect(text.indexOf('English ↓')).toBe(0)
  expect(text).toContain(ENGLISH)
  expect(text.indexOf(GERMAN)).toBeLessThan(text.indexOf(ENGLISH))
  expect(html).toMatch(/<html lang="de"[^>]*>[\s\S]+<div lang="de" dir="ltr">[\s\S]+<div lang="en" dir="ltr">/)
  // Every other language is one click away, and the button lets the browser decide.
  const others = Object.keys(LANGUAGES).filter((language) => language !== 'de')
  expect(linksOf(html)).toEqual([...others.map((language) => `${PAGE}&lng=${language}`), PAGE, PAGE])
  for (const language of others) expect(text).toContain(`${LANGUAGES[language as Language].name}\n${PAGE}&lng=`)
})

test('a buyer who writes English leaves no second one to guess: English, and the links', () => {
  const { subject, html, text } = written('en', { isLanguageUnknown: true })
  expect(subject).not.toContain(' / ')
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(text).toContain(`Türkçe\n${PAGE}&lng=tr`)
  expect(html).toContain(`<a class="muted" lang="fa" hreflang="fa"`)
  expect(text).not.toContain('↓')
})

test('the language that the buyer has said is the letter’s and the page’s, and the others are still offered', () => {
  const { html, text } = written('tr', { lng: 'tr' })
  expect(text).not.toContain(ENGLISH)
  const links = linksOf(html)
  expect(links.at(-1)).toBe(`${PAGE}&lng=tr`)
  expect(links).toHaveLength(16)
  expect(links).toContain(`${PAGE}&lng=de`)
})

test('who has an account has chosen', () => {
  const { html, text } = written('fr', {})
  expect(text).not.toContain(ENGLISH)
  expect(linksOf(html)).toEqual([PAGE])
})

test('each language keeps its direction', () => {
  const { html } = written('fa', { isLanguageUnknown: true })
  expect(html).toMatch(/<html lang="fa" dir="rtl">[\s\S]+<div lang="fa" dir="rtl">[\s\S]+<div lang="en" dir="ltr">/)
})

test('says truly how the account comes to be: the link confirms the address', () => {
  const { text } = written('en', { isLanguageUnknown: true })
  expect(text).toContain('the link confirms your address')
  expect(text).not.toContain('and confirm it')
})
