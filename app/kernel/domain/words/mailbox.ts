/** Decides which email addresses are one mailbox. */

/** Providers that ignore dots in a name, and providers that ignore what follows a plus. */
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

/** The mailbox of a normalized address: equal for all spellings that reach it. Never write to it. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const written = email.slice(0, at)
  const name = PLUS_IS_A_NOTE.has(domain) ? (written.split('+')[0] ?? '') : written
  return `${DOTS_ARE_NOTHING.has(domain) ? name.replaceAll('.', '') : name}@${SAME_PROVIDER[domain] ?? domain}`
}

/**
 * The mailbox that emails are counted by: most servers ignore what follows a plus, and two mailboxes that differ only
 * there share one limit. Never write to it.
 */
export function countedMailboxOf(email: string): string {
  const mailbox = mailboxOf(email)
  const [name = '', domain = ''] = mailbox.split('@')
  return `${name.split('+')[0] || name}@${domain}`
}
