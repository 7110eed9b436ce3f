/** Codes of an authenticator app (RFC 6238, with what all apps know: six digits, thirty seconds, SHA-1) and recovery codes. */
import type { RandomBytes } from '#app/kernel/domain/random.ts'

const MINUTE_MS = 60_000
/** For so long after a code in the same session an act with money asks for none. */
const FRESH_MS = 5 * MINUTE_MS
/** A secret that was shown and never confirmed is forgotten after that: whoever finds the page open later begins anew. */
const SETUP_MS = 60 * MINUTE_MS

export const RECOVERY_CODES = 10
/** 16 signs of 30: 78 bits. Without those that are taken for others (0 and O, 1 and L, U and V). */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const RECOVERY_LENGTH = 16

/** As it was typed, without gaps and dashes. */
export type TypedCode = { kind: 'app' | 'recovery'; code: string }

/** Reads what somebody typed into the field of the code; null for what can be no code at all. */
export function readCode(typed: string): TypedCode | null {
  const code = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return /^[A-Z0-9]{16}$/.test(code) ? { kind: 'recovery', code } : null
}

/** Ten new recovery codes, each of at least 78 bits, in groups of four as they are shown. */
export function drawRecoveryCodes(random: RandomBytes): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => drawOne(random).replace(/(.{4})(?=.)/g, '$1-'))
}

/** Bytes that would favour some signs are drawn anew. */
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

/** Was a code given in this session so lately that the next act with money needs none? */
export function isFresh(codeAt: Date | null, now: Date): boolean {
  if (codeAt === null) return false
  const age = now.getTime() - codeAt.getTime()
  return age >= 0 && age < FRESH_MS
}

/** May a secret that was handed out then still be confirmed? */
export function isBeingSetUp(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < SETUP_MS
}
