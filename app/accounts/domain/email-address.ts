/** Email addresses: one spelling to store and compare, and a check for slips. Only an email proves one. */

const LONGEST = 254
const LONGEST_LOCAL_PART = 64
const LOCAL_PART = /^[^\s@"(),:;<>[\]\\\p{Cc}\p{Cf}]+$/u
const ASCII = /^[\x21-\x7e]+$/
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{N}-]*[\p{L}\p{N}]$/u

/** Trimmed and in lower case: nobody means two mailboxes by "Ann@" and "ann@". */
export function normalizeEmail(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

/**
 * Why no email can be sent to a normalized address; null when none of these applies. Mailboxes with non-ASCII letters
 * exist, but the mail service refuses them, and their owners would not learn what happens to their money.
 */
export function emailProblem(email: string): 'email_invalid' | 'email_not_ascii' | null {
  if (!looksLikeEmail(email)) return 'email_invalid'
  return ASCII.test(email) ? null : 'email_not_ascii'
}

/** Could this be a normalized address? A mailbox, an @ and a domain with a dot, at most 254 characters. */
export function looksLikeEmail(email: string): boolean {
  const at = email.lastIndexOf('@')
  const localPart = email.slice(0, at)
  if (at < 1 || email.length > LONGEST || localPart.length > LONGEST_LOCAL_PART) return false
  const dotsAreLoose = localPart.startsWith('.') || localPart.endsWith('.') || localPart.includes('..')
  return !dotsAreLoose && LOCAL_PART.test(localPart) && DOMAIN.test(email.slice(at + 1))
}
