import { createSession } from '#app/db/accounts/sessions.server.ts'
import { findPasswordHash } from '#app/db/accounts/users.server.ts'
import { normalizeEmail } from '#app/domain/accounts/email-address.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import type { Deps } from '#app/workflows/deps.ts'

/**
 * Checks a password. An unknown address takes as long as a wrong password, so that nobody learns who has an account.
 * Refusal: bad_credentials.
 */
export async function checkCredentials(
  deps: Deps,
  credentials: { email: string; password: string },
): Promise<{ userId: string } | Refusal> {
  const known = await findPasswordHash(deps.db, normalizeEmail(credentials.email))
  const matches = await deps.passwords.matches(credentials.password, known?.hash ?? null)
  return known && matches ? { userId: known.userId } : refuse('bad_credentials')
}

/** Opens a session and answers with the token for the cookie. The old one, if any, is the caller's to end. */
export async function openSession(deps: Deps, userId: string): Promise<{ token: string }> {
  const token = Buffer.from(deps.random(32)).toString('base64url')
  await createSession(deps.db, { token, userId, now: deps.clock.now() })
  return { token }
}
