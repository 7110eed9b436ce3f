import { describe, expect, test } from 'vitest'
import { TOKEN_LIFE_MS } from '#app/kernel/domain/account-token.ts'
import {
  type Addressing,
  EMAILS_A_DAY,
  type EmailsBefore,
  joinedUntil,
  OF_CONSEQUENCE,
  RESET_EMAILS,
  whyWithhold,
} from './email-limits.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const none = { aboutEscrow: 0, toRecipient: 0, fromSender: 0 }
const stranger = { isStranger: true, hasAccount: false, senderIsConfirmed: true }
const party = { isStranger: false, hasAccount: true, senderIsConfirmed: false }

describe('a letter to another party', () => {
  test.each<[string, Addressing, Partial<EmailsBefore>, string | null]>([
    ['goes to a stranger from a confirmed address', stranger, {}, null],
    ['goes to no stranger from an unconfirmed one', { ...stranger, senderIsConfirmed: false }, {}, 'unconfirmed'],
    ['goes to the other party of the escrow, who knows the sender', party, {}, null],
    ['is the last of the day about an escrow', party, { aboutEscrow: EMAILS_A_DAY.escrow - 1 }, null],
    ['is one too many about an escrow', party, { aboutEscrow: EMAILS_A_DAY.escrow }, 'limit'],
    ['is one too many for a stranger', stranger, { toRecipient: EMAILS_A_DAY.stranger }, 'limit'],
    ['may be one of many for a known seller', { ...stranger, hasAccount: true }, { toRecipient: 49 }, null],
    ['is one too many for a known seller', { ...stranger, hasAccount: true }, { toRecipient: 50 }, 'limit'],
    ['is one too many of its sender', stranger, { fromSender: EMAILS_A_DAY.sender }, 'limit'],
    ['of a party counts for its escrow alone', party, { toRecipient: 500, fromSender: 500 }, null],
  ])('%s', (_, to, before, why) => expect(whyWithhold('refund_requested', to, { ...none, ...before })).toBe(why))
})

test.each(OF_CONSEQUENCE)(
  '%s reaches the other party whatever was written before, and no stranger beyond measure',
  (letter) => {
    expect(whyWithhold(letter, party, { ...none, aboutEscrow: 500 })).toBeNull()
    expect(whyWithhold(letter, stranger, { ...none, aboutEscrow: 500 })).toBeNull()
    expect(whyWithhold(letter, stranger, { ...none, toRecipient: EMAILS_A_DAY.stranger })).toBe('limit')
  },
)

test.each(Object.entries(RESET_EMAILS))(
  'a link that works lies in the mailbox while no letter follows: %s',
  (_, { withinMs }) => {
    expect(TOKEN_LIFE_MS.reset_password - withinMs).toBeGreaterThanOrEqual(10 * 60_000)
  },
)

test('what repeats within three hours waits for their end', () => {
  expect(joinedUntil(null, NOW)).toBeNull()
  expect(joinedUntil(hoursAgo(3), NOW)).toBeNull()
  expect(joinedUntil(hoursAgo(1), NOW)).toEqual(new Date('2026-11-24T14:00:00Z'))
})
