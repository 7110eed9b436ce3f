/** What emails say of their trade's date: in the subject, first of all, and true of the reader (docs/decisions/110). */
import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import { accountTokens } from '#app/accounts/services/account-tokens.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { I18N_OPTIONS } from '#app/languages/i18n/options.ts'
import { CUSTODIANS } from '#app/settlement/custody/domain/custodian.ts'
import type { Situation } from '#app/trade/terms/domain/consequence.ts'
import { DEADLINES, type DeadlineKind } from '#app/trade/terms/domain/standing.ts'
import { ahead, datesSaid, ownerOf } from '#tests/support/agreement/ahead.ts'
import { completeLanguages, findEnglish } from '#tests/support/tour/languages.ts'
import { NOBODY } from '#tests/support/world/company.ts'
import common from '../../../locales/en/common.json' with { type: 'json' }
import mail from '../../../locales/en/mail.json' with { type: 'json' }
import { type EmailContent, type EmailTranslator, emailContent, renderEmail } from './emails.ts'

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
const escrow = { txid, amount: '500', asset: 'USDC' } as const
const hash = 'ab'.repeat(32)
const LEDGER_DATE = new Date('2027-01-31T23:59:00Z')

/** As people read it: without the characters that keep values together. */
const plainly = (text: string) => text.replace(/[\u2066-\u2069]/gu, '').replace(/[^\S\n]/gu, ' ')

function written(content: EmailContent) {
  const { subject, text } = renderEmail(emailContent.parse(JSON.parse(JSON.stringify(content))), { ...frame, t })
  const blocks = plainly(text).split('\n\n')
  return { subject: plainly(subject), heading: blocks[0] ?? '', first: blocks[1] ?? '', text: plainly(text) }
}

type Case = {
  content: EmailContent
  kind: DeadlineKind
  reader: 'buyer' | 'seller'
  of?: Partial<Situation>
}

const EMAILS: Case[] = [
  { content: { letter: 'escrow_to_fund', ...escrow, invited: 'goes' }, kind: 'fund', reader: 'buyer' },
  {
    content: { letter: 'escrow_opened', ...escrow, buyerName: 'Ann', buyerEmail: 'ann@example.com' },
    kind: 'fund',
    reader: 'seller',
  },
  {
    content: { letter: 'deposit_incomplete', txid, received: '40', stillDue: '60', asset: 'USDC', hash },
    kind: 'fund',
    reader: 'buyer',
  },
  { content: { letter: 'escrow_funded', ...escrow, reader: 'buyer', hash }, kind: 'present', reader: 'buyer' },
  { content: { letter: 'escrow_funded', ...escrow, reader: 'seller', hash }, kind: 'present', reader: 'seller' },
  { content: { letter: 'seller_confirmed', ...escrow, sellerName: 'Mehmet' }, kind: 'examine', reader: 'buyer' },
  {
    content: { letter: 'documents_rejected', ...escrow, reason: 'Not so.', roundsLeft: 1 },
    kind: 'present',
    reader: 'seller',
    of: { wasPresented: true, roundsLeft: 1 },
  },
  {
    content: { letter: 'documents_rejected', ...escrow, reason: 'Not so.', roundsLeft: 0 },
    kind: 'present',
    reader: 'seller',
    of: { wasPresented: true, roundsLeft: 0 },
  },
  { content: { letter: 'waiver', moment: 'round', ...escrow }, kind: 'present', reader: 'seller' },
  ...DEADLINES.flatMap((kind) =>
    (['buyer', 'seller'] as const).map(
      (reader): Case => ({
        content: { letter: 'clock', moment: 'notice', kind, isYours: reader === ownerOf(kind), ...escrow },
        kind,
        reader,
      }),
    ),
  ),
]

const SITUATIONS: Partial<Situation>[] = [
  {},
  { onSilence: 'quayside' },
  { walletMustBeChecked: true },
  { isComplete: false },
  { buyerHasConfirmedEmail: false },
  { hasRefundWallet: false },
]

/** Every letter × custody × what follows. */
const TABLE = EMAILS.flatMap(({ content, kind, reader, of }) =>
  CUSTODIANS.flatMap((custody) =>
    SITUATIONS.map((situation): EmailContent => {
      const ledgerDate = custody === 'platform' ? null : LEDGER_DATE
      const said = ahead(kind, { ...of, ...situation, custody, ledgerDate })
      const held = custody === 'platform' ? {} : { held: { on: custody, until: LEDGER_DATE.toISOString() } }
      return { ...content, ...held, dates: datesSaid(said, { reader, txid }) }
    }),
  ),
)

describe('a letter that starts a date', () => {
  test.each<[Case, string]>([
    [EMAILS[0]!, 'Fund by 4 Dec 2026, 23:59 UTC: otherwise the escrow ends'],
    [
      EMAILS[1]!,
      'An escrow of 500.00 USDC for you. The buyer funds by 4 Dec 2026, 23:59 UTC: otherwise the escrow ends',
    ],
    [
      EMAILS[4]!,
      'Present the documents by 4 Dec 2026, 23:59 UTC: otherwise 500.00 USDC goes back to the buyer 48 hours later',
    ],
    [
      EMAILS[5]!,
      'Decide by 4 Dec 2026, 23:59 UTC: otherwise the documents count as accepted 24 hours later, and 500.00 USDC goes to the seller',
    ],
    [
      { ...EMAILS[5]!, of: { walletMustBeChecked: true } },
      'Decide by 4 Dec 2026, 23:59 UTC: otherwise Quayside decides 24 hours later who gets 500.00 USDC',
    ],
    [
      EMAILS[7]!,
      'The buyer can allow another round by 4 Dec 2026, 23:59 UTC: otherwise 500.00 USDC goes back to the buyer 48 hours later',
    ],
  ])('%o has it in its subject', ({ content, kind, reader, of }, subject) => {
    const said = written({ ...content, dates: datesSaid(ahead(kind, of), { reader, txid }) })
    expect(said.subject).toBe(subject)
  })

  test('has date and consequence first, names nobody in the subject, and never says that the money stays', () => {
    for (const content of TABLE) {
      const { subject, heading, first, text } = written(content)
      const [name, kind] = [content.letter, content.dates?.ahead?.kind]
      expect(subject, `${name} ${kind}`).toMatch(/ 20\d\d, \d\d:\d\d UTC: otherwise /)
      expect(subject).not.toMatch(/Ann|Mehmet|Your turn/)
      expect(`${heading} ${first}`).toMatch(/by|until|in time/)
      expect(`${heading}\n${first}`, name).toContain('UTC')
      expect(text).not.toMatch(
        /money stays|we hold [^.]+ until|until you (?:decide|answer)|stays locked|\{\{|undefined/i,
      )
      if (content.dates?.ahead?.wasPresented) expect(text).not.toMatch(/nothing was presented/i)
    }
  })

  test('and so does a reminder of a question that no date waits for', () => {
    const content: EmailContent = { letter: 'reminder', kind: 'refund_unanswered', isLast: true, ...escrow }
    const said = written({ ...content, dates: datesSaid(ahead('examine'), { reader: 'seller', txid }) })
    expect(said.first).toContain('4 Dec 2026, 23:59 UTC')
    expect(said.text).not.toMatch(/money stays|we hold|until you answer/i)
    expect(written({ ...content, dates: datesSaid(null, { reader: 'seller', txid }) }).text).toContain(
      'Agree or decline.',
    )
  })

  test('announces acceptance to nobody where it cannot follow', () => {
    for (const content of TABLE) {
      const { subject, text } = written(content)
      const follows = content.dates?.ahead?.follows
      if (follows === 'accepted') expect(subject).toContain('count as accepted')
      else expect(`${subject}\n${text}`).not.toMatch(/documents (?:then )?count as accepted/)
    }
  })

  test('says without dates that none decides', () => {
    for (const { content, reader } of EMAILS.filter((one) => one.content.letter !== 'clock')) {
      const said = written({ ...content, dates: datesSaid(null, { reader, txid }) })
      if (content.letter !== 'waiver') expect(said.text).toContain('No date decides')
    }
  })

  test.each(completeLanguages())('is in one language alone (%s)', (language) => {
    const own = translatorFor<['mail', 'common']>(language, ['mail', 'common'])
    for (const content of TABLE.filter((_, place) => place % 5 === 0)) {
      const { subject, text } = renderEmail(content, { ...frame, t: own, language })
      expect(findEnglish(`${subject}\n${text}`, language), content.letter).toEqual([])
    }
  })
})

describe('the label', () => {
  const dispute = {
    letter: 'dispute_opened',
    ...escrow,
    reason: 'Short.',
    decideBy: '2026-12-11T23:59:00.000Z',
  } as const

  test.each<[EmailContent, string, string]>([
    [{ ...dispute, reader: 'buyer', openedBy: 'buyer', lacksWallet: true }, 'Your turn', '#refund-wallet'],
    [{ ...dispute, reader: 'buyer', openedBy: 'seller', lacksWallet: true }, 'Your turn', '#refund-wallet'],
    [{ ...dispute, reader: 'buyer', openedBy: 'buyer', lacksWallet: false }, 'Nothing to do now', '#dispute'],
    [{ ...dispute, reader: 'seller', openedBy: 'buyer' }, 'Your turn', '#dispute'],
    [{ ...dispute, reader: 'buyer', openedBy: 'seller', lacksWallet: false }, 'Your turn', '#dispute'],
    [
      { letter: 'clock', moment: 'outcome', outcome: 'quayside', needsWallet: true, ...escrow },
      'Your turn',
      '#refund-wallet',
    ],
    [
      { letter: 'clock', moment: 'outcome', outcome: 'quayside', needsWallet: false, ...escrow },
      'Your turn',
      '#dispute',
    ],
    [
      { letter: 'clock', moment: 'outcome', outcome: 'accepted', needsWallet: false, ...escrow },
      'Nothing to do now',
      txid,
    ],
    [
      {
        letter: 'documents_approved',
        ...escrow,
        isFunded: true,
        held: { on: 'stellar', until: LEDGER_DATE.toISOString() },
      },
      'Your turn',
      `/held?txid=${txid}`,
    ],
    [
      { letter: 'more_time', moment: 'asked', until: '2026-12-11T23:59:00.000Z', ...escrow },
      'Your turn',
      '#time-request',
    ],
    [{ letter: 'more_time', moment: 'agreed', until: '2026-12-11T23:59:00.000Z', ...escrow }, 'Your turn', '#dates'],
  ])('of %o says what this reader has to do, and its button leads there', (content, label, link) => {
    const { heading, text } = written(content)
    expect(heading.split('\n')[0]).toBe(label)
    expect(text).toContain(link)
  })

  test('a dispute says when Quayside means to decide, and asks nobody for what cannot be changed', () => {
    const said = written({ ...dispute, reader: 'seller', openedBy: 'buyer' })
    expect(said.subject).toBe('Say what happened: Quayside means to decide by 11 Dec 2026, 23:59 UTC')
    expect(said.first).toContain('You can add words and files until Quayside decides')
    expect(said.text).toContain('Quayside means to decide by 11 Dec 2026, 23:59 UTC')
    expect(said.text).not.toContain('see that your documents are complete')
    expect(said.text).not.toContain('write to support')
  })
})

describe('the calendar file', () => {
  const madeAt = '2026-11-20T12:00:00.000Z'
  const dates = datesSaid(ahead('examine'), { reader: 'buyer', txid })

  test('has the date that runs, under the name of the escrow', () => {
    const content: EmailContent = { letter: 'seller_confirmed', ...escrow, dates, calendar: { txid, madeAt } }
    const { calendar } = renderEmail(content, { ...frame, t })
    expect(calendar).toMatchObject({ method: 'publish', from: frame.supportEmail, madeAt: new Date(madeAt) })
    expect(calendar?.dates).toMatchObject([
      { id: `${txid}@quayside.example`, at: new Date('2026-12-04T23:59:00Z'), title: 'Examine the documents' },
    ])
    expect(plainly(calendar?.dates[0]?.text ?? '')).toContain('500.00 USDC goes to the seller')
  })

  test('or takes it back', () => {
    const calendar = { txid, madeAt, cancels: { was: '2026-12-04T23:59:00.000Z' } }
    const content: EmailContent = { letter: 'documents_approved', ...escrow, calendar }
    expect(renderEmail(content, { ...frame, t }).calendar).toMatchObject({
      method: 'cancel',
      dates: [{ id: `${txid}@quayside.example`, at: new Date('2026-12-04T23:59:00Z') }],
    })
  })
})
