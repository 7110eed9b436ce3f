import { describe, expect, test } from 'vitest'
import { MATTER_OF, MATTERS, matterOf } from './email-kinds.ts'
import { type EmailStanding, type StagedEmail, type StageVerdict, stageOfEmail, verdictOn } from './email-stage.ts'

const THEN = new Date('2026-12-01T12:00:00Z')

type Changes = Partial<Omit<EmailStanding, 'counts' | 'open'>> & {
  counts?: Partial<EmailStanding['counts']>
  open?: Partial<EmailStanding['open']>
}

function standing({ counts, open, ...rest }: Changes = {}): EmailStanding {
  return {
    isFunded: true,
    isConfirmed: true,
    approval: 'Pending',
    isCancelled: false,
    isOver: false,
    asksForRefund: false,
    sellerIsBound: true,
    sellerEmail: 'seller@example.org',
    owesExcess: false,
    payouts: [],
    hasWalletProposal: false,
    held: null,
    disputedBy: null,
    ...rest,
    counts: { rounds: 1, answers: 0, disputes: 0, declined: { buyer: 0, seller: 0 }, agreedWallets: 0, ...counts },
    open: { divisions: [], waiver: false, timeUntil: [], amendment: false, clock: null, ...open },
  }
}

const verdict = (letter: StagedEmail, stage: string, changes: Changes) =>
  verdictOn({ ...letter, stage, recipient: 'seller@example.org' }, standing(changes))

describe('a letter about the examination', () => {
  const letter = { letter: 'seller_confirmed' } as const
  test.each<[string, Changes, StageVerdict]>([
    ['stands while the buyer has not decided', {}, 'stands'],
    ['stands before the money is here', { isFunded: false }, 'stands'],
    ['is over once they approved', { approval: 'Approved' }, 'over'],
    ['is over once they rejected', { approval: 'Rejected' }, 'over'],
    ['is over once something else is presented', { counts: { rounds: 2 } }, 'over'],
    ['is over once the money goes back', { isOver: true }, 'over'],
    ['is over once a date opened the refund', { isOver: true }, 'over'],
    ['waits while a dispute is open', { disputedBy: 'seller' }, 'interrupted'],
  ])('%s', (_, changes, expected) => expect(verdict(letter, 'presentation:1', changes)).toBe(expected))
})

test.each<[string, StagedEmail, string, Changes, StageVerdict]>([
  ['an order to pay', { letter: 'escrow_to_fund' }, 'funding:0', { isFunded: false, isConfirmed: false }, 'stands'],
  ['one that is paid', { letter: 'escrow_to_fund' }, 'funding:0', {}, 'over'],
  [
    'a part, of what is called off',
    { letter: 'deposit_incomplete' },
    'funding:0',
    { isFunded: false, isCancelled: true, isOver: true },
    'over',
  ],
  ['an invitation', { letter: 'escrow_opened' }, 'invitation:0', { sellerIsBound: false }, 'stands'],
  [
    'of whoever was replaced',
    { letter: 'escrow_opened' },
    'invitation:0',
    { sellerIsBound: false, sellerEmail: 'other@example.org' },
    'over',
  ],
  ['of whoever sells already', { letter: 'escrow_opened' }, 'invitation:0', {}, 'over'],
  ['a rejection', { letter: 'documents_rejected' }, 'examination:1', { approval: 'Rejected' }, 'stands'],
  ['one that was taken back', { letter: 'documents_rejected' }, 'examination:1', {}, 'over'],
  [
    'one before the last',
    { letter: 'documents_rejected' },
    'examination:1',
    { approval: 'Rejected', counts: { rounds: 2 } },
    'over',
  ],
  [
    'an approval, after the release',
    { letter: 'documents_approved' },
    'approval:1',
    { approval: 'Approved', isOver: true },
    'stands',
  ],
  ['one that fell with its wallet', { letter: 'documents_approved' }, 'approval:1', {}, 'over'],
  [
    'another wallet, whatever follows',
    { letter: 'payout_wallet_changed', moment: 'changed' },
    'wallet:1',
    { approval: 'Approved', isOver: true, counts: { rounds: 3 } },
    'stands',
  ],
  ['a request', { letter: 'refund_requested' }, 'refund:0', { asksForRefund: true }, 'stands'],
  ['one that was withdrawn', { letter: 'refund_requested' }, 'refund:0', {}, 'over'],
  [
    'one before the seller’s no',
    { letter: 'refund_requested' },
    'refund:0',
    { asksForRefund: true, counts: { answers: 1 } },
    'over',
  ],
  [
    'an answer, whatever is asked since',
    { letter: 'refund_answered' },
    'answer:1',
    { counts: { answers: 2 } },
    'stands',
  ],
  ['a dispute', { letter: 'dispute_opened', openedBy: 'buyer' }, 'dispute:0', { disputedBy: 'buyer' }, 'stands'],
  ['the other side’s', { letter: 'dispute_opened', openedBy: 'buyer' }, 'dispute:0', { disputedBy: 'seller' }, 'over'],
  ['one that is over', { letter: 'dispute_opened', openedBy: 'buyer' }, 'dispute:0', {}, 'over'],
  [
    'an offer',
    { letter: 'division', kind: 'offer', proposedBy: 'buyer', toSeller: '4' },
    'division:0',
    { open: { divisions: [{ side: 'buyer', kind: 'offer', toSeller: '4' }] } },
    'stands',
  ],
  [
    'one that another took the place of',
    { letter: 'division', kind: 'offer', proposedBy: 'buyer', toSeller: '4' },
    'division:0',
    { open: { divisions: [{ side: 'buyer', kind: 'offer', toSeller: '5' }] } },
    'over',
  ],
  [
    'a date',
    { letter: 'clock', moment: 'reminder', kind: 'examine' },
    'clock:0',
    { open: { clock: { kind: 'examine', dueAt: THEN.toISOString() } } },
    'stands',
  ],
  [
    'one that passed',
    { letter: 'clock', moment: 'reminder', kind: 'examine' },
    'clock:0',
    { open: { clock: { kind: 'last_notice', dueAt: THEN.toISOString() } } },
    'over',
  ],
  [
    'one that a dispute stopped',
    { letter: 'clock', moment: 'notice', kind: 'last_notice' },
    'clock:0',
    { disputedBy: 'seller' },
    'interrupted',
  ],
  [
    'a payout in the way of which something stands',
    { letter: 'payout_blocked', payee: 'seller', reason: 'wallet_tag_required' },
    'payout:0',
    { payouts: [{ purpose: 'release', state: 'blocked', blockedReason: 'wallet_tag_required' }] },
    'stands',
  ],
  [
    'one that goes on',
    { letter: 'payout_blocked', payee: 'seller', reason: 'wallet_tag_required' },
    'payout:0',
    { payouts: [{ purpose: 'release', state: 'queued', blockedReason: null }] },
    'over',
  ],
  ['what nothing overtakes', { letter: 'funds_released' }, 'none:0', { isCancelled: true, isOver: true }, 'stands'],
])('%s', (_, letter, stage, changes, expected) => expect(verdict(letter, stage, changes)).toBe(expected))

describe('the stage of a letter', () => {
  test.each<[StagedEmail, Changes, string | null]>([
    [{ letter: 'seller_confirmed' }, { counts: { rounds: 2 } }, 'presentation:2'],
    [{ letter: 'documents_rejected' }, { counts: { rounds: 2 } }, 'examination:2'],
    [{ letter: 'refund_requested' }, { counts: { answers: 1 } }, 'refund:1'],
    [{ letter: 'division', proposedBy: 'seller' }, { counts: { declined: { buyer: 1, seller: 3 } } }, 'division:3'],
    [{ letter: 'dispute_opened' }, { counts: { disputes: 1 } }, 'dispute:1'],
    [{ letter: 'reminder', kind: 'documents_unexamined' }, {}, 'presentation:1'],
    [{ letter: 'reminder', kind: 'quote_unpaid' }, {}, null],
    [{ letter: 'waiver', moment: 'declined' }, {}, null],
    [{ letter: 'payout_wallet_changed' }, {}, null],
    [{ letter: 'escrow_funded' }, {}, null],
  ])('%o', (letter, changes, stage) => expect(stageOfEmail(letter, standing(changes))).toBe(stage))

  test('names a matter in letters, as the database asks', () => {
    expect(MATTERS.filter((matter) => !/^[a-z]+$/.test(matter))).toEqual([])
  })
})

test('money and decisions that have happened are told in any case', () => {
  const told = [
    'escrow_funded',
    'funds_released',
    'funds_refunded',
    'paid_back',
    'dispute_decided',
    'hold_ended',
    'hold_late',
    'hold_take',
  ] as const
  expect(
    [...told, 'escrow_cancelled' as const, 'payout_wallet_agreed' as const].map((letter) => matterOf({ letter })),
  ).toEqual(Array(10).fill(null))
  expect(MATTER_OF.division_answered).toBeNull()
})
