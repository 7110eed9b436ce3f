import { withoutIsolates } from '#app/kernel/i18n/isolate.ts'

/** A mailto link (RFC 6068): percent-encoded, line breaks as CRLF. */
export function mailtoLink(letter: { to: string; subject: string; body: string }): string {
  return `mailto:${encode(letter.to).replace('%40', '@')}?subject=${encode(letter.subject)}&body=${encode(letter.body)}`
}

/** "Quayside <support@quayside.example>" → "support@quayside.example". */
export function mailAddressIn(mailbox: string): string {
  return /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox
}

function encode(text: string): string {
  return encodeURIComponent(withoutIsolates(text).replace(/\r?\n/g, '\r\n'))
}
