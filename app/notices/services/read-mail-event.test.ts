import { describe, expect, test } from 'vitest'
import { failureBy } from '#app/notices/domain/mail-event.ts'
import { readMailEvent } from './read-mail-event.ts'

const EMAIL = '0193a1f0-0000-7000-8000-000000000001'
const AT = '2026-12-01T10:00:00.126Z'
const payload = (type: string, more: object = {}) => ({
  type,
  created_at: AT,
  data: {
    email_id: 'e1',
    from: 'a@b.example',
    to: ['Ravi@Gmail.con'],
    subject: 'x',
    tags: { letter: EMAIL },
    ...more,
  },
})
const kindOf = (type: string, more?: object) => readMailEvent(payload(type, more))?.kind

describe('an event of the mail service', () => {
  test('names the letter, the address and the moment', () => {
    const bounce = { type: 'Permanent', subType: 'General', message: 'No such mailbox.' }
    expect(readMailEvent(payload('email.bounced', { bounce }))).toEqual({
      kind: 'bounced',
      address: 'ravi@gmail.con',
      letterId: EMAIL,
      providerId: 'e1',
      words: 'Permanent: No such mailbox.',
      at: new Date(AT),
    })
  })

  test.each(['Transient', 'Undetermined', ''])('a bounce that is not said to be for good is soft: "%s"', (type) => {
    expect(kindOf('email.bounced', { bounce: { type, subType: 'MailboxFull', message: 'Full.' } })).toBe('soft_bounced')
  })

  test.each([
    ['email.delivered', 'delivered', null],
    ['email.delivery_delayed', 'delayed', undefined],
    ['email.complained', 'complained', 'complained'],
    ['email.suppressed', 'suppressed', 'suppressed'],
    // Our quota or our domain failed: it says nothing of the address.
    ['email.failed', 'failed', undefined],
  ] as const)('%s is %s', (type, kind, trouble) => {
    expect(kindOf(type)).toBe(kind)
    expect(failureBy(kind)).toBe(trouble)
  })

  test('an address that the mail service writes to again', () => {
    const data = { id: 's1', email: 'Ravi@x.example', origin: 'bounce', source_id: null, created_at: AT }
    const read = readMailEvent({ type: 'suppression.removed', created_at: AT, data })
    expect(read).toMatchObject({ kind: 'unsuppressed', address: 'ravi@x.example', letterId: null })
  })

  test.each([
    ['another type', payload('email.opened')],
    ['no recipient', payload('email.bounced', { to: [] })],
    ['no moment', { ...payload('email.bounced'), created_at: 'yesterday' }],
    ['no object', 'email.bounced'],
    ['nothing', null],
    ['an address that is none', payload('email.bounced', { to: ['nobody'] })],
  ])('is none with %s', (_, given) => {
    expect(readMailEvent(given)).toBeNull()
  })

  test('a tag that is no letter of ours is none, and long words are cut', () => {
    const read = readMailEvent(payload('email.failed', { tags: { letter: 'x' }, failed: { reason: 'y'.repeat(999) } }))
    expect(read).toMatchObject({ letterId: null, words: 'y'.repeat(500) })
  })
})
