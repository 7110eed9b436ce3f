import { expect, test } from 'vitest'
import { type EmailRow, type Notification, notificationOf } from './notification.ts'

const NOW = new Date('2026-12-01T12:00:00Z')
const later = new Date('2026-12-01T14:00:00Z')
const row: EmailRow = { createdAt: NOW, sentAt: null, givenUpAt: null, withheldFor: null }

test.each<[string, Partial<EmailRow>, Notification | null]>([
  ['sent', { sentAt: NOW }, { state: 'sent', at: NOW.toISOString() }],
  ['on its way', {}, { state: 'sending' }],
  ['waiting', { createdAt: later }, { state: 'waits', at: later.toISOString() }],
  ['given up', { givenUpAt: NOW }, { state: 'failed' }],
  ['one too many', { withheldFor: 'limit' }, { state: 'limit' }],
  ['of a sender whom nobody knows', { withheldFor: 'unconfirmed' }, { state: 'unconfirmed' }],
  ['to an address that takes none', { withheldFor: 'undeliverable' }, { state: 'undeliverable' }],
  ['overtaken', { withheldFor: 'overtaken', createdAt: later }, null],
])('a letter is %s', (_, of, told) => expect(notificationOf({ ...row, ...of }, NOW)).toEqual(told))
