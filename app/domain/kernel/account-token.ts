/** What the link of an account letter is for, and how long it is good. */

export type TokenPurpose = 'confirm_email' | 'reset_password'

const HOUR_MS = 60 * 60_000

/**
 * Milliseconds. A reset opens the account to whoever reads the letter, so it is short; a confirmation only says that the
 * mailbox is read, and letters are read late.
 */
export const TOKEN_LIFE_MS: Record<TokenPurpose, number> = { confirm_email: 72 * HOUR_MS, reset_password: HOUR_MS }

/** A token in the table: its link is made of the id and the purpose (services/account-tokens.server.ts). */
export type TokenRow = { id: string; purpose: TokenPurpose }

/** Does the link still open something? */
export function isLive(token: { expiresAt: Date; usedAt: Date | null }, now: Date): boolean {
  return token.usedAt === null && token.expiresAt > now
}
