/** What emails say of on-chain escrows (docs/decisions/087): nothing that is true only of money held by Quayside. */
import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import { accountTokens } from '#app/accounts/services/account-tokens.server.ts'
import { NETWORKS } from '#app/kernel/domain/assets.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { I18N_OPTIONS } from '#app/languages/i18n/options.ts'
import { REMINDER_KINDS } from '#app/notices/domain/reminder-kinds.ts'
import { type EmailContent, type EmailTranslator, emailContent, renderEmail } from '#app/notices/emails/emails.ts'
import { DIVISION_KINDS } from '#app/trade/divisions/domain/division.ts'
import { OUTCOMES } from '#app/trade/terms/domain/deadline.ts'
import { DEADLINES } from '#app/trade/terms/domain/standing.ts'
import { ahead, datesSaid } from '#tests/support/agreement/ahead.ts'
import { completeLanguages, findEnglish } from '#tests/support/tour/languages.ts'
import { NOBODY } from '#tests/support/world/company.ts'
import common from '../../../../locales/en/common.json' with { type: 'json' }
import mail from '../../../../locales/en/mail.json' with { type: 'json' }

const words = createInstance()
await words.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { mail, common } } })
const frame = {
  origin: 'https://quayside.example',
  supportEmail: 'support@quayside.example',
  company: NOBODY,
  letterId: '019a2c3e-7d1f-7b6a-9c55-0242ac120003',
  tokenOf: accountTokens('a secret of the tests, long enough to pass'),
}
const t = words.getFixedT('en', ['mail', 'common']) as EmailTranslator

const txid = 'auto_0DT7M1EV8N2FW9P3GXAQ'
const hash = 'ab'.repeat(32)
const until = '2027-01-31T23:59:00.000Z'
const sides = ['buyer', 'seller'] as const

/** All emails that an escrow of this ledger can cause about its money. */
function emailsOf(on: (typeof NETWORKS)[number]): EmailContent[] {
  const asset = on === 'xrpl' ? 'XRP' : 'USDC'
  const escrow = { txid, amount: '412500.5', asset, held: { on, until } } as const
  const shares = { txid, asset, toSeller: '300000', toBuyer: '112500.5', held: { on, until } } as const
  const clock = { letter: 'clock', dueAt: until, ...escrow } as const
  return [
    { letter: 'escrow_opened', ...escrow, buyerName: 'Ann', buyerEmail: 'ann@example.com' },
    { letter: 'escrow_opened', ...escrow, buyerName: 'Ann', buyerEmail: 'ann@example.com', isFunded: true },
    ...sides.flatMap((reader): EmailContent[] => [
      { letter: 'escrow_funded', ...escrow, reader, hash },
      { letter: 'escrow_funded', ...escrow, reader, hash, stage: 'awaiting_examination', isYours: reader === 'buyer' },
      { letter: 'funds_released', ...escrow, reader, hash },
      { letter: 'dispute_opened', ...escrow, reader, openedBy: 'buyer', reason: 'Wrong goods.', lacksWallet: true },
      ...(['release', 'refund', 'split', 'dismissed'] as const).map(
        (decision): EmailContent => ({ letter: 'dispute_decided', ...shares, reader, decision, note: 'So it is.' }),
      ),
      ...(['refunded', 'divided', 'expired'] as const).map(
        (end): EmailContent => ({ letter: 'hold_ended', ...shares, reader, end, hash }),
      ),
    ]),
    { letter: 'seller_confirmed', ...escrow },
    { letter: 'documents_approved', ...escrow, isFunded: true },
    { letter: 'documents_approved', ...escrow, isFunded: false },
    { letter: 'documents_rejected', ...escrow, reason: 'Not so.' },
    { letter: 'documents_rejected', ...escrow, reason: 'Not so.', roundsLeft: 0 },
    { letter: 'refund_requested', ...escrow, reason: 'No ship.' },
    { letter: 'refund_answered', ...escrow, isAgreed: true },
    { letter: 'refund_answered', ...escrow, isAgreed: false },
    { letter: 'escrow_cancelled', ...escrow },
    ...DIVISION_KINDS.flatMap((kind): EmailContent[] => [
      { letter: 'division', ...shares, kind, proposedBy: 'buyer', words: '' },
      { letter: 'division_answered', ...shares, kind, answer: 'agreed' },
      { letter: 'division_answered', ...shares, kind, answer: 'declined' },
    ]),
    ...REMINDER_KINDS.filter((kind) => kind !== 'quote_unpaid').map(
      (kind): EmailContent => ({ letter: 'reminder', kind, isLast: true, ...escrow, buyerName: 'Ann' }),
    ),
    ...DEADLINES.flatMap((kind) =>
      [{}, { wasPresented: true }, { onSilence: 'quayside' as const }].map((changes): EmailContent => {
        const of = { custody: on, ledgerDate: new Date(until), ...changes }
        const dates = datesSaid(ahead(kind, of), { reader: 'buyer', asset, txid })
        return { ...clock, moment: 'notice', kind, dates }
      }),
    ),
    ...OUTCOMES.map((outcome): EmailContent => ({ ...clock, moment: 'outcome', outcome, needsWallet: true })),
  ]
}

describe.each(NETWORKS)('of an escrow that the ledger holds: %s', (on) => {
  test.each(emailsOf(on))('$letter says nothing that is true only of money with us', (content) => {
    expect(emailContent.parse(JSON.parse(JSON.stringify(content)))).toEqual(content)
    const { subject, text } = renderEmail(content, { ...frame, t })
    const said = `${subject}\n${text}`
    expect(said).not.toMatch(
      /with us|we hold|it holds the buyer|owed back|in its turn|are being (?:made|paid)|payments are on their way|at once/i,
    )
    expect(said).not.toMatch(
      /send the money|memo or tag|your refund wallet|(?:name|state) a refund wallet|to which wallet/i,
    )
    expect(said).not.toMatch(/\{\{|undefined|held\.[a-z]/)
    // Money that has left the ledger is held until no date.
    const isOver = ['funds_released', 'funds_refunded', 'hold_ended'].includes(content.letter)
    expect(text.includes('Held until: 31 Jan 2027')).toBe(!isOver)
  })

  test('how its money moves is said where it is to move', () => {
    const moving = emailsOf(on).filter(
      ({ letter, ...content }) =>
        letter === 'documents_approved' || ('decision' in content && content.decision !== 'dismissed'),
    )
    expect(moving.length).toBeGreaterThan(6)
    for (const content of moving) {
      const { text } = renderEmail(content, { ...frame, t })
      expect(text).toContain(mail.held.how[on])
    }
  })

  test.each(completeLanguages())('nothing is left in English (%s)', (language) => {
    const own = translatorFor<['mail', 'common']>(language, ['mail', 'common'])
    for (const content of emailsOf(on)) {
      const { subject, text } = renderEmail(content, { ...frame, t: own, language })
      expect(findEnglish(`${subject}\n${text}`, language), content.letter).toEqual([])
    }
  })
})
