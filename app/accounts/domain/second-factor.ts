/** Codes of an authenticator app (RFC 6238: six digits, thirty seconds, SHA-1, as all apps do) and recovery codes. */
import type { RandomBytes } from '#app/kernel/domain/random.ts'

const MINUTE_MS = 60_000
/** For this long after a code, acts with money in the same session ask for none. */
const FRESH_MS = 5 * MINUTE_MS
/** An unconfirmed secret expires after this time: whoever finds the page open later begins again. */
const SETUP_MS = 60 * MINUTE_MS

export const RECOVERY_CODES = 10
/** 16 of 30 characters: 78 bits. Excludes those that are easily confused (0 and O, 1 and L, U and V). */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const RECOVERY_LENGTH = 16

/** `code` is as typed, without spaces and dashes. */
export type TypedCode = { kind: 'app' | 'recovery'; code: string }

/** Reads what was typed into the code field; null when it cannot be a code. */
export function readCode(typed: string): TypedCode | null {
  const code = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return /^[A-Z0-9]{16}$/.test(code) ? { kind: 'recovery', code } : null
}

/** Draws ten new recovery codes, each of at least 78 bits, in groups of four as they are shown. */
export function drawRecoveryCodes(random: RandomBytes): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => drawOne(random).replace(/(.{4})(?=.)/g, '$1-'))
}

/** Bytes that would favour some characters are drawn again. */
function drawOne(random: RandomBytes): string {
  let code = ''
  while (code.length < RECOVERY_LENGTH) {
    for (const byte of random(RECOVERY_LENGTH)) {
      const isFair = byte < 256 - (256 % SIGNS.length)
      if (isFair && code.length < RECOVERY_LENGTH) code += SIGNS[byte % SIGNS.length]
    }
  }
  return code
}

/** Was a code given in this session so recently that the next act with money needs none? */
export function isFreshCode(codeAt: Date | null, now: Date): boolean {
  if (codeAt === null) return false
  const age = now.getTime() - codeAt.getTime()
  return age >= 0 && age < FRESH_MS
}

/** May a secret that was issued then still be confirmed? */
export function isBeingSetUp(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < SETUP_MS
}
