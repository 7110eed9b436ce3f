/** What the link of an account letter is for, and how long it is good. */

export type TokenPurpose = 'confirm_email' | 'reset_password' | 'change_email' | 'keep_email'

const HOUR_MS = 60 * 60_000

/**
 * Milliseconds. A reset opens the account to whoever reads the letter, so it is short; a confirmation only says that the
 * mailbox is read, and letters are read late. Whoever did not ask for another address has longer to stop it than there is
 * time to do it.
 */
export const TOKEN_LIFE_MS: Record<TokenPurpose, number> = {
  confirm_email: 72 * HOUR_MS,
  reset_password: HOUR_MS,
  change_email: 24 * HOUR_MS,
  keep_email: 7 * 24 * HOUR_MS,
}

/** A token in the table: its link is made of the id and the purpose (accounts/services/account-tokens.server.ts). */
export type TokenRow = { id: string; purpose: TokenPurpose }

/**
 * A row whose token a link carries: of an account's letter; a seller's invitation; an escrow's read-only page; a reseller's; or a
 * letter itself, whose kind its reader switches off with it. That one opens nothing, and is good as long as the letter is known.
 */
export type LinkRow = TokenRow | { id: string; purpose: 'invitation' | 'view_link' | 'reseller_link' | 'letters_off' }

/** Does the link still open something? */
export function isLive(token: { expiresAt: Date; usedAt: Date | null }, now: Date): boolean {
  return token.usedAt === null && token.expiresAt > now
}
