import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import type { ContentOf, MailWords } from '#app/kernel/emails/email.ts'
import { I18N_OPTIONS } from '#app/languages/i18n/options.ts'
import { custodyInEmail } from '#app/settlement/custody/emails/email-custody.ts'
import { NOBODY } from '#tests/support/world/company.ts'
import mail from '../../../locales/en/mail.json' with { type: 'json' }
import { FEE_EMAILS } from './fee-emails.ts'

const words = createInstance()
await words.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { mail } } })

type FeePaid = ContentOf<typeof FEE_EMAILS.fee_receipt.fields>

const paid: FeePaid = {
  netUsd: '142.50',
  amount: '475',
  asset: 'XLM',
  priceUsd: '0.3',
  priceSource: 'CoinGecko',
  hash: 'ab'.repeat(32),
  paidAt: '2026-11-18T16:40:00.000Z',
  number: '4242',
}

function emailOf(
  content: Partial<typeof paid & { covers: 'account' | 'escrow'; excess: string; priceSource: string }>,
) {
  return FEE_EMAILS.fee_receipt.write(
    { ...paid, ...content },
    {
      t: words.getFixedT('en', ['mail', 'common']) as MailWords,
      origin: 'https://quayside.example',
      supportEmail: 'support@quayside.example',
      company: NOBODY,
      language: 'en',
      custody: custodyInEmail(undefined),
      isDated: false,
      letterId: '1',
      invitationId: null,
      lng: null,
      tokenOf: () => 'none',
    },
  )
}

const factOf = (letter: ReturnType<typeof emailOf>, label: string) =>
  letter.facts.find((fact) => fact.label === label)?.value

describe('the receipt of a fee', () => {
  test('leads to its page and says what was paid, at which price and from which source', () => {
    const letter = emailOf({})
    expect(letter.action.href).toBe('https://quayside.example/receipt')
    expect(factOf(letter, 'Price used')).toBe('$0.30 per XLM, CoinGecko, checked against Kraken’s last trade')
    expect(factOf(letter, 'Paid')).toBe('475.0000\u00a0XLM')
    expect(factOf(letter, 'Owed back')).toBeUndefined()
  })

  test('says when USDC counted as one dollar', () => {
    expect(factOf(emailOf({ asset: 'USDC', priceUsd: '1', priceSource: 'fixed' }), 'Price used')).toBe(
      '$1.00 per USDC, counted as 1 US dollar (price service silent)',
    )
  })

  test('says what is owed back when too much was sent', () => {
    const letter = emailOf({ excess: '12.5' })
    expect(factOf(letter, 'Owed back')).toBe('12.5000\u00a0XLM')
    expect(letter.paragraphs.join(' ')).toContain('You sent too much: name a wallet')
    expect([letter.turn, emailOf({}).turn]).toEqual(['Your turn', 'Done'])
  })
})
