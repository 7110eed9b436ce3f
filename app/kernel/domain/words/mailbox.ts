/** Which addresses are one mailbox. */

/** Providers that deliver every spelling of a name with dots, and all names behind a plus, to one mailbox. */
const DOTS_ARE_NOTHING = new Set(['gmail.com', 'googlemail.com'])
const PLUS_IS_A_NOTE = new Set([
  ...DOTS_ARE_NOTHING,
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'fastmail.com',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'yandex.ru',
  'yandex.com',
])
const SAME_PROVIDER: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
}

/** The mailbox behind a normalized address: all spellings that its provider delivers to it have the same. Never write to it. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const written = email.slice(0, at)
  const name = PLUS_IS_A_NOTE.has(domain) ? (written.split('+')[0] ?? '') : written
  return `${DOTS_ARE_NOTHING.has(domain) ? name.replaceAll('.', '') : name}@${SAME_PROVIDER[domain] ?? domain}`
}

/**
 * The mailbox that letters are counted by: most servers deliver what stands behind a plus, and who has two such mailboxes shares one
 * limit. Never write to it.
 */
export function countedMailboxOf(email: string): string {
  const mailbox = mailboxOf(email)
  const [name = '', domain = ''] = mailbox.split('@')
  return `${name.split('+')[0] || name}@${domain}`
}
