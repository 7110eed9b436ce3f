/** What the link of an account email is for, and how long it is valid. */

export type TokenPurpose = 'confirm_email' | 'reset_password' | 'change_email' | 'keep_email'

const HOUR_MS = 60 * 60_000

/**
 * Milliseconds. A reset opens the account to whoever reads the email, so it is short; a confirmation only says that the
 * mailbox is read, and emails are read late. Stopping a change of address is possible for longer than making it.
 */
export const TOKEN_LIFE_MS: Record<TokenPurpose, number> = {
  confirm_email: 72 * HOUR_MS,
  reset_password: HOUR_MS,
  change_email: 24 * HOUR_MS,
  keep_email: 7 * 24 * HOUR_MS,
}

/** A row of the tokens: its link is made of id and purpose (accounts/services/account-tokens.server.ts). */
export type TokenRow = { id: string; purpose: TokenPurpose }

/**
 * A row whose token a link carries: of an account email; an invitation; an escrow's read-only page; a reseller's; or of
 * an email, whose kind its reader switches off with it. That one opens nothing, and is valid while the email is known.
 */
export type LinkRow = TokenRow | { id: string; purpose: 'invitation' | 'view_link' | 'reseller_link' | 'letters_off' }

export function isLive(token: { expiresAt: Date; usedAt: Date | null }, now: Date): boolean {
  return token.usedAt === null && token.expiresAt > now
}
