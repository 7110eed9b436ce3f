/**
 * What a password must be: long, and not the first thing that someone would try (OWASP ASVS 5.0, 6.2). No rules about
 * digits and signs: they make passwords weaker.
 */
import type { RefusalCode } from '#app/domain/kernel/refusal.ts'

/** Characters. */
export const PASSWORD_LENGTH = { min: 12, max: 256 } as const

// The usual guesses that are long enough to pass, and this product's own words.
const GUESSES = [
  'password',
  'passwort',
  'letmein',
  'welcome',
  'qwerty',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'iloveyou',
  'administrator',
  'changeme',
  'trustno1',
  'quayside',
  'escrow',
  'stellar',
  'ripple',
  'abcdefghijkl',
  '123456789012',
  '1q2w3e4r5t6y',
]

/** Why the password is refused, or null. `about` holds the person's own words: e-mail address and name. */
export function passwordProblem(password: string, about: { email: string; name: string }): RefusalCode | null {
  const length = Array.from(password).length
  if (length < PASSWORD_LENGTH.min) return 'password_too_short'
  if (length > PASSWORD_LENGTH.max) return 'password_too_long'
  return isEasilyGuessed(password, about) ? 'password_too_common' : null
}

function isEasilyGuessed(password: string, about: { email: string; name: string }): boolean {
  if (new Set(password).size < 4) return true
  const own = [about.email, about.email.split('@')[0] ?? '', about.name, about.name.replace(/\s/g, '')]
  const rest = withoutWords(password.toLowerCase(), [...own.map((word) => word.toLowerCase()), ...GUESSES])
  // What is left after taking the known words out must still be something to guess.
  return rest.length < 4
}

/** Takes the words out, and the digits and signs that people put around them. */
function withoutWords(password: string, words: readonly string[]): string {
  let rest = password
  let found = false
  for (const word of words.filter((candidate) => candidate.length >= 4).sort((a, b) => b.length - a.length)) {
    if (!rest.includes(word)) continue
    rest = rest.replaceAll(word, '')
    found = true
  }
  return found ? rest.replace(/[\d\s!?.,_@#$%&*+-]/g, '') : rest
}
