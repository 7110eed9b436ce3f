import { describe, expect, test } from 'vitest'
import { mailAddressIn, mailtoLink } from './mailto.ts'

describe('a link that writes a letter', () => {
  test('carries subject and message into the mail program, whatever they are made of', () => {
    const letter = { to: 'support@quayside.example', subject: 'Fee & memo?', body: 'Привет + 100%\nsecond line' }
    const link = new URL(mailtoLink(letter))
    expect(link.pathname).toBe('support@quayside.example')
    const headers = Object.fromEntries(
      link.search
        .slice(1)
        .split('&')
        .map((header) => header.split('=').map(decodeURIComponent)),
    )
    expect(headers).toEqual({ subject: 'Fee & memo?', body: 'Привет + 100%\r\nsecond line' })
  })

  test('cannot be given a second recipient by what is typed', () => {
    const link = mailtoLink({ to: 'support@quayside.example', subject: 'x&bcc=a@b.example', body: '?cc=a@b.example' })
    expect(link).toBe('mailto:support@quayside.example?subject=x%26bcc%3Da%40b.example&body=%3Fcc%3Da%40b.example')
  })
})

test('the address is taken out of a mailbox with a name', () => {
  expect(mailAddressIn('Quayside <support@quayside.example>')).toBe('support@quayside.example')
  expect(mailAddressIn('support@quayside.example')).toBe('support@quayside.example')
})
