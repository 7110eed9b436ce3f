/**
 * What a password must be: long, and not among the first that someone would try (OWASP ASVS 5.0, 6.2). No rules about
 * digits and signs: they make passwords weaker.
 */
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'

/** In characters. */
export const PASSWORD_LENGTH = { min: 12, max: 256 } as const

/**
 * Whoever stole the hashes tries some thousand a second on a graphics card (argon2id, 19 MiB): days for one account.
 * Two everyday words are below the limit; three, or one unusual one, are above.
 */
const FEWEST_GUESSES = 1_000_000_000

/** Fewer make a pattern that estimates do not see: "aabababbabaa". */
const FEWEST_DIFFERENT = 4

/** This product's own words, and "password" in our languages where lists of leaked passwords do not have it. */
const EVERYBODYS_WORDS = [
  'quayside',
  'escrow',
  'stellar',
  'ripple',
  'contraseña',
  'katasandi',
  'kata sandi',
  'kata laluan',
  'mật khẩu',
  'nenosiri',
  'รหัสผ่าน',
  'گذرواژه',
]

export type PasswordOwner = { email: string; name: string }

export function passwordLengthProblem(password: string): Extract<RefusalCode, `password_too_${string}`> | null {
  const length = Array.from(password).length
  if (length < PASSWORD_LENGTH.min) return 'password_too_short'
  return length > PASSWORD_LENGTH.max ? 'password_too_long' : null
}

/** What an attacker tries first at this account: the owner's address and name, whole and in parts, and our words. */
export function wordsToTryFirst({ email, name }: PasswordOwner): string[] {
  const whole = [email, ...email.split(/[@.]/), email.split('@')[0] ?? '', name, name.replace(/\s/g, '')]
  const parts = `${email} ${name}`.split(/[^\p{L}\p{M}\p{N}]+/u)
  return [...new Set([...whole, ...parts, ...EVERYBODYS_WORDS])].filter((word) => word !== '')
}

/** `guesses`: about how many tries someone needs who knows those words. */
export function isEasilyGuessed(password: string, guesses: number): boolean {
  return guesses < FEWEST_GUESSES || new Set(password).size < FEWEST_DIFFERENT
}
