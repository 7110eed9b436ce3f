import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import { pathInEmail } from '#app/accounts/domain/access.ts'
import { accountTokens } from '#app/accounts/services/account-tokens.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { I18N_OPTIONS } from '#app/languages/i18n/options.ts'
import { REMINDER_KINDS } from '#app/notices/domain/reminder-kinds.ts'
import { ALERT_CAUSES, type AlertKind } from '#app/ops/domain/alert-cause.ts'
import { SETTLEMENT_KINDS } from '#app/settlement/custody/domain/settlement.ts'
import { OBSTACLE_REFUSALS } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import { DIVISION_KINDS } from '#app/trade/divisions/domain/division.ts'
import { completeLanguages, findEnglish } from '#tests/support/tour/languages.ts'
import { COMPANY, NOBODY } from '#tests/support/world/company.ts'
import common from '../../../locales/en/common.json' with { type: 'json' }
import mail from '../../../locales/en/mail.json' with { type: 'json' }
import { type EmailContent, type EmailTranslator, emailContent, renderEmail } from './emails.ts'

const words = createInstance()
await words.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { mail, common } } })
const t = words.getFixedT('en', ['mail', 'common']) as EmailTranslator
const origin = 'https://quayside.example'
const supportEmail = 'support@quayside.example'
const tokenOf = accountTokens('a secret of the tests, long enough to pass')
const emailId = '019a2c3e-7d1f-7b6a-9c55-0242ac120003'
const reader = { t, origin, supportEmail, company: NOBODY, letterId: emailId, tokenOf }
const render = (content: EmailContent) => renderEmail(content, reader)

const txid = 'auto_0DT7M1EV8N2FW9P3GXAQ'
const escrow = { txid, amount: '412500.5', asset: 'XLM' } as const
const hash = 'ab'.repeat(32)
const held = { on: 'stellar', until: '2027-01-31T23:59:00.000Z' } as const
/** Accounts of ours are named in the Admin Panel, and in no email. */
const trouble = (kind: AlertKind) => {
  const subject = kind === 'price_missing' ? 'USDC' : kind.startsWith('reading') ? `stellar G${'A'.repeat(55)}` : 'xrpl'
  const facts = {
    what: '7 XRP → rX (AB)',
    seconds: '+61',
    refusal: 'XRPL_ESCROW_SEED: it is the seed of another account',
  }
  return { kind, subject, since: '2026-11-18T16:40:00.000Z', facts }
}
const calm = { began: [], still: [], over: [], passed: [], at: '2026-11-19T08:00:00.000Z' }
const tokenId = '019a2c3e-7d1f-7b6a-9c55-0242ac120002'

const divided = { txid, asset: 'XLM', toSeller: '300000', toBuyer: '112500.5' } as const
const decided = { txid, asset: 'XLM', note: 'The packing list and the bill of lading agree.' } as const

const emails: EmailContent[] = [
  { letter: 'welcome', name: 'Ann', role: 'buyer' },
  { letter: 'welcome', name: 'Ann', role: 'buyer', isPilot: true },
  { letter: 'welcome', name: 'Sam', role: 'seller' },
  { letter: 'welcome', name: 'Sam', role: 'seller', tokenId },
  { letter: 'welcome', name: 'Sam', role: 'seller', txid },
  { letter: 'confirm_email', name: 'Ann', tokenId },
  { letter: 'account_checked', what: 'begun' },
  { letter: 'account_checked', what: 'asked', asked: ['native_name', 'company', 'country', 'birth_date', 'contact'] },
  { letter: 'account_checked', what: 'done' },
  { letter: 'password_reset', tokenId },
  { letter: 'password_changed', changedAt: '2026-11-18T16:40:00.000Z' },
  {
    letter: 'account_secured',
    what: 'second_factor_reset',
    at: '2026-11-18T16:40:00.000Z',
    stillUntil: '2026-11-25T16:40:00.000Z',
  },
  { letter: 'email_change_told', to: 'new@example.org', tokenId, stillUntil: '2026-11-25T16:40:00.000Z' },
  { letter: 'account_stands_still', txid, whose: 'buyer', until: '2026-11-25T16:40:00.000Z' },
  { letter: 'account_stands_still', txid, whose: 'seller', until: '2026-11-25T16:40:00.000Z' },
  { letter: 'terms_changed', escrows: [txid] },
  { letter: 'account_closed', closedAt: '2026-11-18T16:40:00.000Z', keptUntil: '2031-11-18T16:40:00.000Z' },
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
  { letter: 'fee_incomplete', received: '200', asset: 'XLM', hash, isLate: false },
  { letter: 'fee_incomplete', received: '475', asset: 'XLM', hash, isLate: true },
  { letter: 'fee_owed_back', amount: '150', asset: 'XLM', hash, why: 'wrong_asset' },
  { letter: 'fee_owed_back', amount: '75', asset: 'USDC', why: 'not_needed' },
  { letter: 'fee_owed_back', amount: '75', asset: 'USDC', why: 'blocked', reason: 'wallet_trustline_missing' },
  { letter: 'money_owed_back', ...escrow, hash },
  { letter: 'paid_back', amount: '12.5', asset: 'XLM', address: 'GPAYER', memo: '7', hash },
  { letter: 'escrow_opened', ...escrow, buyerName: 'Ann', buyerEmail: 'ann@example.com', terms: 'FOB Mombasa' },
  { letter: 'escrow_opened', ...escrow, buyerName: 'Ann', buyerEmail: 'ann@example.com', isFunded: true },
  { letter: 'claim_closed', hash, txid },
  { letter: 'claim_closed', hash },
  { letter: 'case_closed', end: 'by_hand', amount: '60', asset: 'USDC', hash, backHash: 'cd'.repeat(32) },
  { letter: 'case_closed', end: 'by_hand', amount: '60', asset: 'USDC', backHash: 'cd'.repeat(32) },
  { letter: 'case_closed', end: 'kept' },
  {
    letter: 'contact_message',
    name: 'Ann',
    email: 'ann@example.com',
    subject: '',
    message: 'Hello',
    account: 'a@b.example',
  },
  { letter: 'contact_message', name: 'Ann', email: 'ann@example.com', subject: `Escrow ${txid}`, message: 'Hello' },
  { letter: 'escrow_to_fund', ...escrow, invited: 'unconfirmed' },
  { letter: 'escrow_to_fund', ...escrow, invited: 'nobody' },
  { letter: 'escrow_to_fund', ...escrow, invited: 'goes' },
  { letter: 'seller_replaced', ...escrow },
  { letter: 'letters_came_back', side: 'seller', canCorrect: true, ...escrow },
  { letter: 'letters_came_back', side: 'buyer', canCorrect: false, ...escrow },
  { letter: 'escrow_funded', ...escrow, reader: 'buyer', hash },
  { letter: 'escrow_funded', ...escrow, reader: 'seller', hash },
  ...(['buyer', 'seller'] as const).flatMap((side) =>
    (['awaiting_examination', 'rejected', 'releasing', 'disputed'] as const).map(
      (stage): EmailContent => ({ letter: 'escrow_funded', ...escrow, reader: side, hash, stage, isYours: false }),
    ),
  ),
  { letter: 'deposit_incomplete', txid, received: '40', stillDue: '60', asset: 'USDC', hash },
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
  {
    letter: 'documents_rejected',
    ...escrow,
    reason: 'The packing list names 380 bags.',
    documents: ['PackingList', 'BillOfLading'],
  },
  {
    letter: 'documents_rejected',
    ...escrow,
    reason: 'The papers do not fit.',
    documents: ['PackingList', 'BillOfLading'],
    marks: [
      { type: 'PackingList', reasons: ['short_quantity', 'other'], words: 'It names 380 bags.' },
      { type: 'BillOfLading', reasons: [], words: '' },
    ],
    roundsLeft: 1,
  },
  { letter: 'documents_rejected', ...escrow, reason: 'Still not.', roundsLeft: 0 },
  { letter: 'documents_approved', ...escrow, isFunded: true, waived: true },
  { letter: 'waiver', moment: 'asked', words: 'The goods have arrived whole.', ...escrow },
  { letter: 'waiver', moment: 'declined', ...escrow },
  { letter: 'waiver', moment: 'round', ...escrow },
  { letter: 'waiver', moment: 'unreadable', papers: [{ type: 'BillOfLading', trouble: 'damaged' }], ...escrow },
  { letter: 'waiver', moment: 'taken_as_is', ...escrow },
  { letter: 'funds_released', ...escrow, reader: 'buyer', hash },
  { letter: 'funds_released', ...escrow, reader: 'seller', hash },
  { letter: 'payout_wallet_changed', txid },
  { letter: 'payout_wallet_changed', txid, reader: 'buyer' },
  { letter: 'payout_wallet_changed', txid, reader: 'seller' },
  { letter: 'payout_wallet_proposed', ...escrow },
  { letter: 'payout_wallet_agreed', ...escrow },
  { letter: 'payout_blocked', ...escrow, reader: 'seller', reason: 'wallet_trustline_missing' },
  { letter: 'payout_blocked', txid, asset: 'USDC', reader: 'buyer', reason: 'something_new' },
  { letter: 'payout_blocked', ...escrow, reader: 'buyer', payee: 'buyer', reason: 'wallet_memo_required' },
  { letter: 'payout_blocked', ...escrow, reader: 'seller', payee: 'buyer', reason: 'wallet_memo_required' },
  { letter: 'refund_requested', ...escrow, reason: 'The vessel never left.' },
  { letter: 'refund_answered', ...escrow, isAgreed: true },
  { letter: 'refund_answered', ...escrow, isAgreed: false, reason: 'The goods are at sea.' },
  { letter: 'funds_refunded', ...escrow, reader: 'buyer', hash, purpose: 'refund' },
  { letter: 'funds_refunded', ...escrow, reader: 'seller', hash, purpose: 'refund' },
  { letter: 'funds_refunded', ...escrow, reader: 'buyer', hash, purpose: 'return' },
  { letter: 'funds_refunded', ...escrow, reader: 'seller', hash, purpose: 'return' },
  { letter: 'escrow_cancelled', ...escrow },
  { letter: 'dispute_opened', ...escrow, reader: 'buyer', openedBy: 'buyer', reason: 'Wrong goods.' },
  { letter: 'dispute_opened', ...escrow, reader: 'seller', openedBy: 'buyer', reason: 'Wrong goods.' },
  { letter: 'dispute_opened', ...escrow, reader: 'buyer', openedBy: 'seller', reason: 'No decision for weeks.' },
  {
    letter: 'dispute_decided',
    ...decided,
    reader: 'buyer',
    decision: 'split',
    toSeller: '300000',
    toBuyer: '112500.5',
  },
  { letter: 'dispute_decided', ...decided, reader: 'seller', decision: 'release', toSeller: '412500.5', toBuyer: '0' },
  { letter: 'dispute_decided', ...decided, reader: 'buyer', decision: 'refund', toSeller: '0', toBuyer: '412500.5' },
  { letter: 'dispute_decided', ...decided, reader: 'seller', decision: 'dismissed', toSeller: '0', toBuyer: '0' },
  ...DIVISION_KINDS.flatMap((kind) => [
    { letter: 'division', ...divided, kind, proposedBy: 'buyer', words: 'Two bags are torn.' } as const,
    { letter: 'division_answered', ...divided, kind, answer: 'agreed' } as const,
    { letter: 'division_answered', ...divided, kind, answer: 'declined' } as const,
  ]),
  { letter: 'division', ...divided, kind: 'offer', proposedBy: 'seller', words: '' },
  { letter: 'reminder', kind: 'quote_unpaid', isLast: false, netUsd: '142.50' },
  ...REMINDER_KINDS.filter((kind) => kind !== 'quote_unpaid').map(
    (kind) => ({ letter: 'reminder', kind, isLast: true, ...escrow, buyerName: 'Ann' }) as const,
  ),
  { letter: 'hold_ready', ...escrow, lockBy: '2027-01-31T23:49:00.000Z', held },
  ...SETTLEMENT_KINDS.map((kind) => ({ letter: 'hold_sign', ...escrow, kind, held }) as const),
  { letter: 'hold_lapsed', ...escrow, held },
  { letter: 'hold_late', ...escrow, held },
  { letter: 'hold_late', ...escrow, asset: 'XRP', held: { ...held, on: 'xrpl' } },
  { letter: 'hold_take', ...escrow, hash, held },
  { letter: 'hold_ended', ...divided, reader: 'buyer', end: 'divided', hash, held },
  { letter: 'hold_ended', ...divided, reader: 'seller', end: 'expired', hash, held: { ...held, on: 'xrpl' } },
  // Every kind of alert, each with a subject.
  { letter: 'operator_alert', ...calm, began: ALERT_CAUSES.map((kind) => trouble(kind)) },
  { letter: 'operator_alert', ...calm, still: [trouble('reading_late')], over: [trouble('price_missing')] },
  { letter: 'operator_alert', ...calm, over: [trouble('payouts_late')] },
  {
    letter: 'operator_alert',
    ...calm,
    passed: [{ ...trouble('price_missing'), until: '2026-11-18T16:57:00.000Z' }],
  },
]

/** Each links to the page on which a wallet signs. */
const SIGNED_ON_ITS_PAGE = ['hold_ready', 'hold_sign', 'hold_lapsed', 'hold_late', 'hold_take']

describe.each(emails)('$letter', (content) => {
  const { subject, html, text } = render(content)

  test('is stored as JSON and comes back', () => {
    expect(emailContent.parse(JSON.parse(JSON.stringify(content)))).toEqual(content)
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

  test('says the same in plain text', () => {
    const shown = html.replace(/<head>.*<\/head>/s, '').replace(/<[^>]+>/g, '\n')
    for (const line of shown.split('\n').filter((part) => part.trim() !== '' && part !== 'Quayside')) {
      expect(text).toContain(decode(line.trim()))
    }
  })

  test('leads to one page of ours, and to the support', () => {
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
    const off = `${origin}/letters?letter=${emailId}&amp;token=${tokenOf({ id: emailId, purpose: 'letters_off' })}`
    const isReminder = content.letter === 'reminder'
    expect(links.slice(1)).toEqual([`mailto:${supportEmail}`, ...(isReminder ? [off] : [])])
    const oneClick = decode(off).replace('/letters?', '/letters/one-click?')
    expect(render(content).offUrl).toBe(isReminder ? oneClick : undefined)
    expect(text).toContain(supportEmail)
    expect(links[0]).toMatch(/^https:\/\/quayside\.example\//)
    const link = decode(links[0] ?? '')
    expect(text).toContain(link)
    // A replaced seller has no page of it any more; a payer whose payment did not count writes to us.
    const isAboutIt = content.letter !== 'seller_replaced' && content.letter !== 'claim_closed'
    const hasPage = 'txid' in content && content.txid !== undefined && isAboutIt
    const page = SIGNED_ON_ITS_PAGE.includes(content.letter) ? 'held' : 'dashboard'
    // Perhaps with the part of the page where it is done.
    if (hasPage) expect(link.replace(/&part=([a-z-]+)#\1$/, '')).toBe(`${origin}/${page}?txid=${content.txid}`)
  })

  test('denies nobody who opens its link signed out: it leads to the task, or to the login and then there', () => {
    const own = [...text.matchAll(/https:\/\/quayside\.example(\/\S*)/g)].map(([, path]) => path!.replace(/\.$/, ''))
    expect(own).not.toEqual([])
    for (const path of own) expect([path, pathInEmail(path)]).toEqual([path, path])
  })

  test('leads whoever was only named as the seller to the trade, and says what its link is', () => {
    const invited = render({ ...content, invitationId: tokenId })
    const link = `${origin}/invitation?token=${tokenOf({ id: tokenId, purpose: 'invitation' })}`
    // A replaced seller, or the payer of a claim that did not count, has no trade to be led to.
    const isOfTrade = 'txid' in content && content.txid !== undefined && 'asset' in content
    // A signer was bound by agreeing.
    if (SIGNED_ON_ITS_PAGE.includes(content.letter)) expect(invited).toEqual({ subject, html, text })
    else if (isOfTrade && content.letter !== 'seller_replaced') {
      expect(invited.text).toContain(`${link}\n`)
      expect(invited.text).not.toContain('/dashboard')
      expect(invited.text).toContain(mail.escrowOpened.safety)
    } else if (content.letter === 'seller_replaced' || content.letter === 'claim_closed') {
      expect(invited).toEqual({ subject, html, text })
    }
  })

  test('gives the telephone of the support, and when it is answered, where they are set', () => {
    const called = renderEmail(content, { ...reader, company: COMPANY })
    expect(called.text).toContain(`\nTelephone: ${COMPANY.phone}\nSupport hours: ${COMPANY.hours}\n`)
    expect(called.html).toContain(`Telephone: <bdi>${COMPANY.phone}</bdi>`)
    expect(text + html).not.toContain('Telephone')
  })

  test('never names a wallet', () => {
    expect(html + text).not.toMatch(/\bG[A-Z2-7]{55}\b|\br[1-9A-HJ-NP-Za-km-z]{25,34}\b/)
  })
})

function decode(html: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
}

describe('a letter', () => {
  test('shows amounts in the figures of the pages', () => {
    expect(render({ letter: 'escrow_funded', ...escrow, reader: 'seller', hash }).text).toContain(
      '412,500.5000\u00a0XLM',
    )
  })

  test('of a part that comes back names each reason that there can be', () => {
    const returned = { letter: 'funds_refunded', ...escrow, hash, purpose: 'return' } as const
    for (const side of ['buyer', 'seller'] as const) {
      expect(render({ ...returned, reader: side }).text).toContain('or the escrow ended unfunded')
    }
  })

  test('escapes what people wrote', () => {
    const { html, text, subject } = render({
      letter: 'documents_rejected',
      ...escrow,
      reason: '<script>alert("1")</script> & {{txid}} $t(frame.done)',
    })
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; {{txid}} $t(frame. done)')
    expect(html).not.toContain('<script')
    expect(text).toContain('<script>alert("1")</script> & {{txid}} $t(frame. done)')
    expect(subject).toBe('The buyer rejected your documents')
  })

  test('carries what the other party wrote as theirs: in its lines, short, with nothing to press', () => {
    const reason = `The list names 380 bags.\nPay at https://evil.example/now\n${'and more '.repeat(100)}`
    const { html, text } = render({ letter: 'documents_rejected', ...escrow, reason })
    expect(text).toContain('The buyer’s words: The list names 380 bags.\nPay at …\nand more')
    expect(text).toContain('… more on the page')
    expect(html).toContain('The list names 380 bags.<br>Pay at …<br>')
    expect(html + text).not.toContain('evil.example')
    expect(text.length).toBeLessThan(1_800)
  })

  test('invites a seller who never heard of us: what this is, what it costs, not to ship yet, and whom to ask', () => {
    const opened = {
      letter: 'escrow_opened',
      ...escrow,
      buyerName: 'Ann https://evil.example',
      buyerEmail: 'a@b.example',
    } as const
    const { text, subject, html } = render({ ...opened, notes: '320 bags of coffee' })
    expect(subject).toBe('Ann … opened an escrow for you: 412,500.5000\u00a0XLM')
    expect(html).not.toContain('evil.example')
    for (const words of [
      'Wait, do not ship yet',
      'Quayside is an escrow service',
      'Free for sellers',
      '320 bags of coffee',
      'or write to us',
    ]) {
      expect(text).toContain(words)
    }
    expect(render({ ...opened, isFunded: true }).text).not.toContain('do not ship')
  })

  test('names a party whose address is not confirmed as such', () => {
    const confirmed = { letter: 'seller_confirmed', txid, sellerName: 'Kestrel' } as const
    expect(render({ ...confirmed, sellerHasConfirmedEmail: false }).text).toContain(
      'Kestrel (address not confirmed) has confirmed',
    )
    expect(render({ ...confirmed, sellerHasConfirmedEmail: true }).text).toContain('Kestrel has confirmed')
    expect(render(confirmed).text).toContain('Kestrel has confirmed')
  })

  test.each(
    emails
      .flatMap((content) =>
        (['name', 'buyerName', 'sellerName'] as const).flatMap((field) =>
          field in content ? [{ content, field }] : [],
        ),
      )
      .map(({ content, field }) => ({ letter: content.letter, field, content })),
  )('breaks an address and our own name in $field of $letter, where the name is older than the rule', (each) => {
    const { content, field } = each
    const { subject, text, html } = render({
      ...content,
      [field]: 'Quayside: refund-desk．com/verify',
    } as EmailContent)
    for (const said of [subject, text, html]) {
      expect(said).not.toContain('refund-desk')
      expect(said).not.toContain('Quayside:')
    }
  })

  test('warns the buyer of another wallet, and not the seller of the own one', () => {
    expect(render({ letter: 'payout_wallet_changed', txid, reader: 'buyer' }).text).toContain('do not approve')
    const own = render({ letter: 'payout_wallet_changed', txid, reader: 'seller' }).text
    expect(own).toContain('You named another payout wallet.')
    expect(own).not.toContain('do not approve')
  })

  test('of an address that an operator changed says who did it, and until when nothing is done with money', () => {
    const told = { letter: 'email_change_told', to: 'new@example.org', tokenId } as const
    const { text } = render({ ...told, stillUntil: '2026-11-25T16:40:00.000Z' })
    expect(text).toContain('A Quayside operator entered new@example.org')
    expect(text).toContain('Until 25 Nov 2026, 16:40 UTC your account cannot act on money')
    expect(text).not.toContain('with your password')
    expect(render(told).text).toContain('with your password')
  })

  test('keeps the lines of what people wrote, in text and in HTML', () => {
    const note = 'First line.\nSecond line.'
    const shares = { decision: 'dismissed', toSeller: '0', toBuyer: '0' } as const
    const { text, html } = render({ letter: 'dispute_decided', ...decided, ...shares, note, reader: 'buyer' })
    expect(text).toContain(note)
    expect(html).toContain('First line.<br>Second line.')
  })

  test('keeps what people wrote out of its words: no name can call other words', () => {
    const { text } = render({ letter: 'welcome', name: '$t(frame) {{origin}}', role: 'buyer' })
    expect(text).toContain('Welcome, $t(frame) {{origin}}.')
  })

  test('tells operators what has begun, what lasts and what is over, with the names of networks and assets', () => {
    const { text, subject } = render({
      letter: 'operator_alert',
      ...calm,
      began: [trouble('float_used_up')],
      over: [trouble('price_missing')],
    })
    expect(subject).toBe('Quayside needs an operator')
    expect(text).toContain('Network fee money on XRP Ledger is gone; payouts wait. Since 18 Nov 2026')
    expect(text).toContain(
      'First step: Top it up with your own money. https://quayside.example/login?redirectTo=%2Fadmin-panel%2Fbooks',
    )
    expect(text).toContain('Over: No good USDC price for fees.')
  })

  test('begins with what may cost money, says what and how much, and says a step once', () => {
    const began = [trouble('payouts_late'), trouble('payouts_failed'), trouble('money_unexplained')]
    const { text, subject } = render({ letter: 'operator_alert', ...calm, began })
    expect(subject).toBe('Act now: Quayside needs an operator')
    const [money, step, late, failed, last] = text.split('\n\n').slice(1)
    expect(money).toContain('7 XRP → rX (AB). Payouts there are stopped. Since 18 Nov 2026')
    expect(step).toContain('/login?redirectTo=%2Fadmin-panel%2Foutgoing')
    expect([late, failed].join()).toMatch(/over 15 minutes late.*failed and waits for you/s)
    expect(last).toContain('First step: See which wait, and why.')
    expect(text).toContain(
      'Open the operator’s desk:\nhttps://quayside.example/login?redirectTo=%2Fadmin-panel%2Foutgoing',
    )
  })

  test('tells what came and went, and reads letters that are owed since before causes had kinds', () => {
    const passed = [{ ...trouble('price_missing'), until: '2026-11-18T16:57:00.000Z' }]
    expect(render({ letter: 'operator_alert', ...calm, passed }).text).toMatch(
      /Over again: No good USDC price for fees\. 18 Nov 2026, 16:40.* – 16:57/,
    )
    const { facts: _, ...old } = { ...trouble('payouts_halted'), kind: 'payouts_stopped' }
    const { passed: __, ...before } = { letter: 'operator_alert', ...calm, began: [old] }
    expect(render(emailContent.parse(before)).text).toContain('Payouts on XRP Ledger stopped: books and ledger')
  })

  test('has a subject of one line', () => {
    const opened = { letter: 'escrow_opened', ...escrow, buyerEmail: 'a@b.example' } as const
    const { subject } = render({ ...opened, buyerName: 'Ann\r\nBcc: everyone@example.com' })
    expect(subject).not.toMatch(/[\r\n]/)
  })

  test('tells each side its own next step', () => {
    const funded = { letter: 'escrow_funded', ...escrow, hash } as const
    expect(render({ ...funded, reader: 'buyer' }).text).toContain('Give the seller the Escrow ID')
    expect(render({ ...funded, reader: 'seller' }).text).toContain('Upload the documents and confirm shipment')
  })

  test.each([
    ['asked', 'Your turn'],
    ['declined', 'Your turn'],
    ['round', 'Your turn'],
    ['unreadable', 'Your turn'],
    ['taken_as_is', 'Nothing to do now'],
  ] as const)('about a waiver (%s) says: %s', (moment, turn) => {
    expect(render({ letter: 'waiver', moment, ...escrow }).text).toMatch(new RegExp(`^${turn}$`, 'm'))
  })

  test.each(Object.values(OBSTACLE_REFUSALS))('tells the buyer what to do about %s', (reason) => {
    const blocked = { letter: 'payout_blocked', ...escrow, reader: 'buyer', payee: 'buyer', reason } as const
    expect(render(blocked).text).not.toContain('the page says more')
  })

  test('names the remedy of a blocked payout, or says where to look', () => {
    const blocked = { letter: 'payout_blocked', ...escrow, asset: 'USDC', reason: 'wallet_trustline_missing' } as const
    expect(render({ ...blocked, reader: 'buyer', payee: 'buyer' }).text).toContain(
      'No USDC trustline: add it, or name another wallet.',
    )
    const toSeller = render({ ...blocked, reader: 'seller', payee: 'seller' }).text
    expect(toSeller).toContain('Add a USDC trustline to the wallet.')
    expect(toSeller).not.toContain('another wallet')
    expect(render({ ...blocked, reader: 'seller', reason: 'wallet_is_ours' }).text).toContain('the page says more')
  })

  test.each(['buyer', 'seller'] as const)('blames no wallet for a payout that failed, to the %s', (reader) => {
    const failed = render({
      letter: 'payout_blocked',
      ...escrow,
      payee: 'seller',
      reader,
      reason: 'payout_failed',
    }).text
    expect(failed).toContain('The payout failed; the money is still here.')
    expect(failed).not.toMatch(/wallet can|told the seller/)
  })

  test('that opens an account holds a token that only this installation can make', () => {
    const link = (content: EmailContent, of = reader) =>
      /https:\S+token=([\w-]+)/.exec(renderEmail(content, of).text)?.[1] ?? ''
    const reset: EmailContent = { letter: 'password_reset', tokenId }
    expect(link(reset)).toMatch(/^[\w-]{43}$/)
    expect(link(reset)).toBe(link(reset))
    const others = [
      link({ letter: 'confirm_email', name: 'Ann', tokenId }),
      link({ ...reset, tokenId: tokenId.replace('019a', '019b') }),
      link(reset, { ...reader, tokenOf: accountTokens('a secret of another installation, also long enough') }),
    ]
    expect(new Set([link(reset), ...others]).size).toBe(4)
    expect(JSON.stringify(reset)).not.toContain(link(reset))
  })

  test('that was written before addresses were confirmed still leads to the first step', () => {
    expect(render({ letter: 'welcome', name: 'Ann', role: 'buyer' }).text).toContain(`${origin}/payment`)
    expect(render({ letter: 'welcome', name: 'Ann', role: 'buyer', tokenId }).text).toContain('/confirm-email?token=')
  })

  test('tells whoever is to be paid what blocks the payout, and the other side to wait', () => {
    const blocked = { letter: 'payout_blocked', ...escrow, payee: 'buyer', reason: 'wallet_memo_required' } as const
    expect(render({ ...blocked, reader: 'buyer' }).text).toContain('It needs a memo')
    expect(render({ ...blocked, reader: 'seller' }).text).not.toContain('It needs a memo')
  })

  test('of a decision names what each side gets, and leaves out nothings', () => {
    const decision = { letter: 'dispute_decided', ...decided, reader: 'buyer' } as const
    const split = render({ ...decision, decision: 'split', toSeller: '300000', toBuyer: '112500.5' }).text
    expect(split).toContain('To the seller: 300,000.0000\u00a0XLM\nTo the buyer: 112,500.5000\u00a0XLM')
    expect(split).toContain('Reason: The packing list and the bill of lading agree.')
    const refund = render({ ...decision, decision: 'refund', toSeller: '0', toBuyer: '412500.5' }).text
    expect(refund).toContain('To the buyer: 412,500.5000')
    expect(refund).not.toContain('To the seller')
  })

  test('says at its foot who runs the service, as far as that is stated', () => {
    const welcome: EmailContent = { letter: 'welcome', name: 'Ann', role: 'buyer' }
    const { text, html } = renderEmail(welcome, { ...reader, company: { ...COMPANY, name: 'Bits & Bollards Ltd' } })
    expect(text).toMatch(
      /\nCompany: Bits & Bollards Ltd\nAddress: 7 Bollard Row.*\nRegister and number: .*\nLicence: FCA 987654\nTelephone: .*\nSupport hours: .*\n$/,
    )
    expect(html).toContain('Company: <bdi>Bits &amp; Bollards Ltd</bdi>')
    expect(render(welcome).text).not.toContain('Company')
  })

  test('counts documents in the plural of its language', () => {
    const confirmed = { letter: 'seller_confirmed', txid, documents: '1', images: '3' } as const
    expect(render(confirmed).text).toContain('Documents: 1 document, 3 images\n')
  })

  test('keeps codes free of invisible signs in a right-to-left language, and amounts in their direction', () => {
    const persian = { ...reader, t: translatorFor<['mail', 'common']>('fa', ['mail', 'common']), language: 'fa' }
    const funded = renderEmail({ letter: 'escrow_funded', ...escrow, reader: 'seller', hash }, persian)
    expect(funded.text).toContain(`:\n${hash}\n`)
    expect(funded.text).toContain(`:\n${txid}\n`)
    expect(funded.text).toContain('\u2068412,500.5000\u00a0XLM\u2069')
    expect(funded.html).toContain('<bdi>412,500.5000\u00a0XLM</bdi>')
    expect(funded.html).toContain('text-align:left')
  })

  test.each(completeLanguages())('says nothing in English (%s)', (language) => {
    const words = translatorFor<['mail', 'common']>(language, ['mail', 'common'])
    for (const content of emails) {
      const { subject, text } = renderEmail(content, { ...reader, t: words, language })
      expect(findEnglish(`${subject}\n${text}`, language), content.letter).toEqual([])
    }
  })

  test('is written in the direction of its language', () => {
    const { html } = renderEmail({ letter: 'payout_wallet_changed', txid }, { ...reader, language: 'fa' })
    expect(html).toContain('<html lang="fa" dir="rtl">')
    expect(html).toContain(`<span dir="ltr" style="font-family:&#39;IBM Plex Mono&#39;`.replaceAll('&#39;', "'"))
  })

  test.each([
    { letter: 'unknown' },
    { letter: 'welcome' },
    { letter: 'escrow_funded', ...escrow, amount: '1e5', reader: 'buyer', hash },
  ])('that is stored as %o is refused', (stored) => expect(emailContent.safeParse(stored).success).toBe(false))
})
