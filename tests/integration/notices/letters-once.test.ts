/** Every email arrives once, in text and HTML, whatever the mail service does in between (product.md §6). */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { EmailContent } from '#app/notices/emails/emails.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { FaultKind } from '#harbour/faults.ts'
import { ahead, datesSaid } from '#tests/support/agreement/ahead.ts'
import { granted, PASSWORD } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const txid = 'auto_0DT7M1EV8N2FW9P3GXAQ'
const escrow = { txid, amount: '412500.5', asset: 'XLM' } as const
const hash = 'ab'.repeat(32)
const tokenId = randomUUID()
const moment = '2026-11-18T16:40:00.000Z'
const fee = { netUsd: '142.5', priceUsd: '0.3', priceSource: 'CoinGecko', paidAt: moment, number: '42' } as const
const calm = { still: [], over: [], passed: [], at: moment }
const shares = { txid, asset: 'XLM', toSeller: '300000', toBuyer: '112500.5', note: 'Half of it arrived.' } as const

/** One of each kind: the type requires every email that exists. */
const LETTERS: { [Kind in EmailContent['letter']]: Extract<EmailContent, { letter: Kind }> } = {
  welcome: { letter: 'welcome', name: 'Ann', role: 'buyer', tokenId },
  confirm_email: { letter: 'confirm_email', name: 'Ann', tokenId },
  password_reset: { letter: 'password_reset', tokenId },
  password_changed: { letter: 'password_changed', changedAt: moment },
  account_stands_still: { letter: 'account_stands_still', txid: 'auto_X', whose: 'buyer', until: moment },
  account_secured: { letter: 'account_secured', what: 'second_factor_set', at: moment },
  terms_changed: { letter: 'terms_changed', escrows: [txid] },
  account_checked: { letter: 'account_checked', what: 'asked', asked: ['birth_date', 'contact'] },
  account_closed: { letter: 'account_closed', closedAt: moment, keptUntil: moment },
  email_change: { letter: 'email_change', tokenId },
  email_change_told: { letter: 'email_change_told', to: 'new@example.org', tokenId },
  account_exists: { letter: 'account_exists' },
  fee_receipt: { letter: 'fee_receipt', ...fee, amount: '475', asset: 'XLM', hash },
  fee_incomplete: { letter: 'fee_incomplete', received: '200', asset: 'XLM', hash, isLate: false },
  escrow_opened: { letter: 'escrow_opened', ...escrow, buyerName: 'Ann', buyerEmail: 'ann@example.org' },
  escrow_to_fund: { letter: 'escrow_to_fund', ...escrow, invited: 'goes' },
  letters_came_back: {
    letter: 'letters_came_back',
    side: 'seller',
    canCorrect: true,
    txid: 'auto_1',
    amount: '10',
    asset: 'XLM',
  },
  seller_replaced: { letter: 'seller_replaced', txid: 'auto_1', amount: '10', asset: 'XLM' },
  escrow_funded: { letter: 'escrow_funded', ...escrow, reader: 'buyer', hash },
  deposit_incomplete: { letter: 'deposit_incomplete', txid, received: '4', stillDue: '6', asset: 'XLM', hash },
  seller_confirmed: { letter: 'seller_confirmed', ...escrow, walletDiffers: true },
  documents_approved: { letter: 'documents_approved', ...escrow, isFunded: true },
  documents_rejected: { letter: 'documents_rejected', ...escrow, reason: 'The packing list names 380 bags.' },
  waiver: { letter: 'waiver', moment: 'asked', words: 'The goods have arrived whole.', ...escrow },
  funds_released: { letter: 'funds_released', ...escrow, reader: 'seller', hash },
  payout_wallet_changed: { letter: 'payout_wallet_changed', txid },
  payout_wallet_proposed: { letter: 'payout_wallet_proposed', ...escrow },
  payout_wallet_agreed: { letter: 'payout_wallet_agreed', ...escrow },
  payout_blocked: { letter: 'payout_blocked', ...escrow, reader: 'seller', reason: 'wallet_memo_required' },
  refund_requested: { letter: 'refund_requested', ...escrow, reason: 'The vessel never left.' },
  refund_answered: { letter: 'refund_answered', ...escrow, isAgreed: true },
  funds_refunded: { letter: 'funds_refunded', ...escrow, reader: 'buyer', hash, purpose: 'refund' },
  paid_back: { letter: 'paid_back', amount: '7', asset: 'XRP', address: 'rPayer', memo: null, hash },
  commission_paid: {
    letter: 'commission_paid',
    usd: '34.2',
    amount: '310.9',
    asset: 'XLM',
    address: 'GRESELLER',
    memo: '7',
    hash,
    linkId: tokenId,
  },
  reseller_link: { letter: 'reseller_link', linkId: tokenId, code: 'HARBOR5' },
  fee_owed_back: { letter: 'fee_owed_back', amount: '150', asset: 'XLM', hash, why: 'wrong_asset' },
  money_owed_back: { letter: 'money_owed_back', ...escrow, hash },
  escrow_cancelled: { letter: 'escrow_cancelled', ...escrow },
  dispute_opened: { letter: 'dispute_opened', ...escrow, reader: 'buyer', openedBy: 'seller', reason: 'No answer.' },
  dispute_statement: {
    letter: 'dispute_statement',
    txid,
    by: 'seller',
    openedBy: 'buyer',
    words: 'All bags were dry.',
    files: '2',
    decideBy: '2026-12-08T23:59:00.000Z',
  },
  dispute_decided: { letter: 'dispute_decided', ...shares, reader: 'seller', decision: 'split' },
  division: { letter: 'division', ...shares, kind: 'offer', proposedBy: 'seller', words: 'A few bags.' },
  division_answered: { letter: 'division_answered', ...shares, kind: 'reduction', answer: 'agreed' },
  claim_closed: { letter: 'claim_closed', hash, txid },
  case_closed: { letter: 'case_closed', end: 'by_hand', amount: '10', asset: 'XLM', hash, backHash: hash },
  contact_message: {
    letter: 'contact_message',
    name: 'Ann',
    email: 'ann@example.org',
    subject: '',
    message: 'Where is it?',
  },
  clock: {
    letter: 'clock',
    moment: 'notice',
    kind: 'last_notice',
    dueAt: moment,
    dates: datesSaid(ahead('last_notice'), { reader: 'buyer' }),
    isYours: true,
    ...escrow,
  },
  more_time: { letter: 'more_time', moment: 'asked', until: moment, reason: 'The vessel is late.', ...escrow },
  terms: { letter: 'terms', moment: 'proposed', words: 'The vessel is late.', ...escrow },
  reminder: { letter: 'reminder', kind: 'escrow_unfunded', isLast: false, ...escrow },
  hold_ready: { letter: 'hold_ready', ...escrow, lockBy: moment },
  hold_sign: { letter: 'hold_sign', ...escrow, kind: 'division' },
  hold_lapsed: { letter: 'hold_lapsed', ...escrow },
  hold_late: { letter: 'hold_late', ...escrow },
  hold_take: { letter: 'hold_take', ...escrow, hash },
  hold_ended: { letter: 'hold_ended', ...shares, reader: 'seller', end: 'divided', hash },
  operator_alert: {
    letter: 'operator_alert',
    began: [{ kind: 'float_low', subject: 'xrpl', since: moment, facts: {} }],
    ...calm,
  },
}

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.harbour.faults.clear())
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** One of each, and the welcome of the account. */
const ALL = Object.keys(LETTERS).length + 1

/** Creates a person with a confirmed address, to which emails of all kinds go; the welcome has come. */
async function owner(email: string): Promise<void> {
  const registration = { name: 'Ann', email, password: PASSWORD, role: 'seller', isPilot: false, locale: 'en' } as const
  granted(await registerUser(world.deps, { ...registration, invitedTo: { transactionId: txid } }))
  await world.workUntil(async () => (await unsent(email)) === 0, 'the welcome is sent')
}

async function queueAll(email: string): Promise<void> {
  await inTransaction(world.deps.db, async (tx) => {
    for (const content of Object.values(LETTERS)) {
      await queueEmail(tx, { event: `${content.letter}:${email}`, to: { email, locale: 'en' }, content })
    }
  })
}

const unsent = (email: string) => world.deps.db.outboxLetter.count({ where: { recipient: email, sentAt: null } })
const mailsTo = (email: string) => world.harbour.post.mails().filter(({ to }) => to.includes(email))

describe.each<{ trouble: FaultKind; words: string }>([
  { trouble: 'server_error', words: 'answers 500' },
  { trouble: 'too_many', words: 'answers 429' },
  { trouble: 'drop_before', words: 'hangs up before it takes the letter' },
  { trouble: 'drop_after', words: 'takes the letter and hangs up before it says so' },
  { trouble: 'html', words: 'answers with a page of a proxy' },
])('when the mail service $words', ({ trouble }) => {
  test('every letter is there once, whole', async () => {
    const email = `${trouble}@example.org`
    const times = 5
    await owner(email)
    world.harbour.faults.set({ target: 'post', kind: trouble, times })
    await queueAll(email)
    await world.workUntil(async () => (await unsent(email)) === 0, 'every letter is sent')

    expect(world.harbour.faults.list(), 'the trouble was met').toEqual([])
    const letters = await world.deps.db.outboxLetter.findMany({ where: { recipient: email } })
    expect(letters).toHaveLength(ALL)
    const mails = mailsTo(email)
    expect(mails.map(({ idempotencyKey }) => idempotencyKey).sort()).toEqual(letters.map(({ id }) => id).sort())
    for (const letter of letters) {
      const mail = mails.find(({ idempotencyKey }) => idempotencyKey === letter.id)
      expect(letter.providerId).toBe(mail?.id)
      expect(mail?.html).toMatch(/^<!doctype html>/)
      expect(mail?.text).toContain('Support: ')
    }
  })
})

test('a letter that was taken, and reads differently at the second try, is not sent again', async () => {
  const email = 'renamed@example.org'
  const content = LETTERS.escrow_cancelled
  world.harbour.faults.set({ target: 'post', kind: 'drop_after', times: 1 })
  await inTransaction(world.deps.db, (tx) =>
    queueEmail(tx, { event: 'once', to: { email, locale: 'en' }, content }).then(() => undefined),
  )
  await world.workUntil(async () => mailsTo(email).length === 1, 'the letter is taken')
  // As if an upgrade had changed the text between the two tries.
  await world.deps.db.outboxLetter.updateMany({
    where: { recipient: email, sentAt: null },
    data: { content: { ...content, amount: '7' } },
  })
  await world.workUntil(async () => (await unsent(email)) === 0, 'the letter counts as sent')
  expect(mailsTo(email)).toHaveLength(1)
})

test('an event writes to a person once, and a transaction that fails writes nothing', async () => {
  const email = 'twice@example.org'
  await owner(email)
  await queueAll(email)
  await queueAll(email)
  await expect(
    inTransaction(world.deps.db, async (tx) => {
      await queueEmail(tx, { event: 'lost', to: { email, locale: 'en' }, content: LETTERS.welcome })
      throw new Error('the event did not happen')
    }),
  ).rejects.toThrow('the event did not happen')
  await world.workUntil(async () => (await unsent(email)) === 0, 'every letter is sent')
  expect(mailsTo(email)).toHaveLength(ALL)
})

test('an address as long as they can be gets its letter', async () => {
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`
  await owner(email)
  await queueAll(email)
  await world.workUntil(async () => (await unsent(email)) === 0, 'every letter is sent')
  expect(mailsTo(email)).toHaveLength(ALL)
})
