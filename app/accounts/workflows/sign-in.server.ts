import { type Browser, createSession, type NewSession } from '#app/accounts/db/sessions.server.ts'
import { isSuspended } from '#app/accounts/db/suspensions.server.ts'
import { findPasswordHash, renewPasswordHash } from '#app/accounts/db/users.server.ts'
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Checks a password. An unknown address takes as long as a wrong password, so that nobody learns who has an account. A
 * right password whose hash has an older cost is hashed again: only now is it at hand. Refusals: bad_credentials;
 * account_locked, shown only to whoever knows the password.
 */
export async function checkCredentials(
  deps: Deps,
  credentials: { email: string; password: string },
): Promise<{ userId: string } | Refusal> {
  const known = await findPasswordHash(deps.db, normalizeEmail(credentials.email))
  const matches = await deps.passwords.matches(credentials.password, known?.hash ?? null)
  if (!known || !matches) return refuse('bad_credentials')
  const { userId, hash } = known
  if (await isSuspended(deps.db, userId)) return refuse('account_locked')
  if (deps.passwords.isOutdated(hash)) {
    await renewPasswordHash(deps.db, { userId, from: hash, to: await deps.passwords.hash(credentials.password) })
  }
  return { userId }
}

/** What is known of a new session besides the password. */
type Begun = Partial<Browser> & Partial<Pick<NewSession, 'awaitsCode' | 'codeAt'>>

/**
 * Opens a session; returns the cookie's token. The caller ends the old one. `awaitsCode`: opens nothing before a code.
 */
export async function openSession(deps: Deps, userId: string, begun: Begun = {}): Promise<{ token: string }> {
  const token = Buffer.from(deps.random(32)).toString('base64url')
  const { browser = null, system = null, network = null, awaitsCode = false, codeAt = null } = begun
  const now = deps.clock.now()
  await createSession(deps.db, { token, userId, now, browser, system, network, awaitsCode, codeAt })
  return { token }
}
