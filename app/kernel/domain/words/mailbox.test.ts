import { expect, test } from 'vitest'
import { countedMailboxOf, mailboxOf } from './mailbox.ts'

test.each([
  ['ann.lee+fees@gmail.com', 'annlee@gmail.com'],
  ['a.n.n.lee@googlemail.com', 'annlee@gmail.com'],
  ['ann+1@outlook.com', 'ann@outlook.com'],
  ['ann.lee@outlook.com', 'ann.lee@outlook.com'],
  // Of other providers it is unknown what a dot or a plus means.
  ['ann.lee+1@trade.example', 'ann.lee+1@trade.example'],
])('%s is delivered to %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))

test('letters to a mailbox are counted without what stands behind a plus, whoever its provider is', () => {
  expect(countedMailboxOf('ann.lee+1@trade.example')).toBe('ann.lee@trade.example')
  expect(countedMailboxOf('a.n.n+1@googlemail.com')).toBe('ann@gmail.com')
  expect(countedMailboxOf('+@trade.example')).toBe('+@trade.example')
})
