import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import { I18N_OPTIONS } from '#app/i18n/options.ts'
import mail from '../../locales/en/mail.json' with { type: 'json' }
import { type LetterContent, type LetterTranslator, letterContent, renderLetter } from './letters.ts'

const words = createInstance()
await words.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { mail } } })
const t = words.getFixedT('en', ['mail', 'common']) as LetterTranslator
const origin = 'https://quayside.example'
const render = (content: LetterContent) => renderLetter(content, { t, origin })

const txid = 'auto_0DT7M1EV8N2FW9P3GXAQ'
const escrow = { txid, amount: '412500.5', asset: 'XLM' } as const
const hash = 'ab'.repeat(32)

const letters: LetterContent[] = [
  { letter: 'welcome', name: 'Ann', role: 'buyer' },
  { letter: 'welcome', name: 'Ann', role: 'buyer', isPilot: true },
  { letter: 'welcome', name: 'Sam', role: 'seller' },
  {
    letter: 'fee_receipt',
    netUsd: '142.50',
    amount: '475',
    asset: 'XLM',
    priceUsd: '0.3',
    priceSource: 'CoinGecko',
    hash,
    paidAt: '2026-11-18T16:40:00.000Z',
    number: '4242',
  },
  { letter: 'escrow_opened', ...escrow, buyerName: 'Ann', buyerEmail: 'ann@example.com', terms: 'FOB Mombasa' },
  { letter: 'escrow_funded', ...escrow, reader: 'buyer', hash },
  { letter: 'escrow_funded', ...escrow, reader: 'seller', hash },
  { letter: 'seller_confirmed', txid },
  {
    letter: 'seller_confirmed',
    ...escrow,
    sellerName: 'Kestrel Tide',
    documents: '5',
    images: '3',
    confirmedAt: '2026-11-18T16:40:00.000Z',
    walletDiffers: true,
  },
  { letter: 'documents_approved', ...escrow },
  { letter: 'documents_approved', ...escrow, isFunded: true },
  { letter: 'documents_approved', ...escrow, isFunded: false },
  { letter: 'documents_rejected', ...escrow, reason: 'The packing list names 380 bags.' },
  { letter: 'funds_released', ...escrow, reader: 'buyer', hash },
  { letter: 'funds_released', ...escrow, reader: 'seller', hash },
  { letter: 'payout_wallet_changed', txid },
  { letter: 'payout_blocked', ...escrow, reader: 'seller', reason: 'trustline_missing' },
  { letter: 'payout_blocked', txid, asset: 'USDC', reader: 'buyer', reason: 'something_new' },
]

describe.each(letters)('$letter', (content) => {
  const { subject, html, text } = render(content)

  test('is stored as JSON and comes back', () => {
    expect(letterContent.parse(JSON.parse(JSON.stringify(content)))).toEqual(content)
  })

  test('has all its words and values', () => {
    for (const rendered of [subject, html.replace(/<style>.*<\/style>/, ''), text]) {
      expect(rendered).not.toMatch(/\{\{|\}\}|undefined|\[object|null/)
      // A missing key is rendered as the key itself.
      expect(rendered).not.toMatch(/\b[a-z][A-Za-z]+\.[a-z][A-Za-z]+[A-Z]|\b(?:frame|facts|action)\.[a-z]/)
    }
    expect(subject.length).toBeGreaterThan(5)
    expect(subject.length).toBeLessThan(120)
  })

  test('says the same in plain text and leads to one page of ours', () => {
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
    expect(links).toHaveLength(1)
    expect(links[0]).toMatch(/^https:\/\/quayside\.example\//)
    expect(text).toContain(links[0]!)
    if ('txid' in content) expect(links[0]).toBe(`${origin}/dashboard?txid=${content.txid}`)
  })

  test('never names a wallet', () => {
    expect(html + text).not.toMatch(/\bG[A-Z2-7]{55}\b|\br[1-9A-HJ-NP-Za-km-z]{25,34}\b/)
  })
})

describe('a letter', () => {
  test('shows amounts in the figures of the pages', () => {
    expect(render({ letter: 'escrow_funded', ...escrow, reader: 'seller', hash }).text).toContain(
      '412,500.5000\u00a0XLM',
    )
  })

  test('escapes what people wrote', () => {
    const { html, text, subject } = render({
      letter: 'documents_rejected',
      ...escrow,
      reason: '<script>alert("1")</script> & {{txid}} $t(frame.done)',
    })
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; {{txid}} $t(frame.done)')
    expect(html).not.toContain('<script')
    expect(text).toContain('<script>alert("1")</script> & {{txid}} $t(frame.done)')
    expect(subject).toBe('The buyer rejected your documents')
  })

  test('keeps what people wrote out of its words: no name can call other words', () => {
    const { text } = render({ letter: 'welcome', name: '$t(frame.safety) {{origin}}', role: 'buyer' })
    expect(text).toContain('Welcome, $t(frame.safety) {{origin}}.')
  })

  test('has a subject of one line', () => {
    const opened = { letter: 'escrow_opened', ...escrow, buyerEmail: 'a@b.example' } as const
    const { subject } = render({ ...opened, buyerName: 'Ann\r\nBcc: everyone@example.com' })
    expect(subject).not.toMatch(/[\r\n]/)
  })

  test('tells each side its own next step', () => {
    const funded = { letter: 'escrow_funded', ...escrow, hash } as const
    expect(render({ ...funded, reader: 'buyer' }).text).toContain('you have approved the documents')
    expect(render({ ...funded, reader: 'seller' }).text).toContain('Upload them and confirm shipment')
  })

  test('names the remedy of a blocked payout, or says where to look', () => {
    const blocked = { letter: 'payout_blocked', ...escrow, reader: 'seller' } as const
    expect(render({ ...blocked, reason: 'trustline_missing' }).text).toContain('Add a trustline for USDC')
    expect(render({ ...blocked, reason: 'payout_failed' }).text).toContain("The escrow's page says more")
  })

  test('is written in the direction of its language', () => {
    const { html } = renderLetter({ letter: 'payout_wallet_changed', txid }, { t, origin, language: 'fa' })
    expect(html).toContain('<html lang="fa" dir="rtl">')
    expect(html).toContain(`<span dir="ltr" style="font-family:&#39;IBM Plex Mono&#39;`.replaceAll('&#39;', "'"))
  })

  test.each([
    { letter: 'unknown' },
    { letter: 'welcome' },
    { letter: 'escrow_funded', ...escrow, amount: '1e5', reader: 'buyer', hash },
  ])('that is stored as %o is refused', (stored) => expect(letterContent.safeParse(stored).success).toBe(false))
})
