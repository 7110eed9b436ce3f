import { createUser } from '#app/db/accounts/users.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction, isDuplicateOf } from '#app/db/kernel/client.server.ts'
import type { Role } from '#app/domain/accounts/access.ts'
import { emailProblem, normalizeEmail } from '#app/domain/accounts/email-address.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { queueLetter } from '#app/workflows/letters/queue-letter.server.ts'
import { checkNewPassword } from './check-new-password.server.ts'
import { issueAccountToken } from './issue-account-token.server.ts'

/** The terms that a new account accepts (spec §3, §9). */
export const TERMS_VERSION = 'v1.0-2025-08-30'

export type Registration = {
  name: string
  email: string
  password: string
  role: Extract<Role, 'buyer' | 'seller'>
  /** Came by /register?pilot=freight: a buyer gets one free transaction. */
  isPilot: boolean
  locale: string
}

/**
 * Opens an account (spec §5, Register), and writes the letter whose link confirms the address. The sanctions consent has
 * been given; its time is now. Refusals: email_invalid, email_not_ascii, email_taken, password_too_short, password_too_long, password_too_common.
 */
export async function registerUser(deps: Deps, registration: Registration): Promise<{ userId: string } | Refusal> {
  const email = normalizeEmail(registration.email)
  const emailTrouble = emailProblem(email)
  if (emailTrouble) return refuse(emailTrouble, { field: 'email' })
  const { name, password } = registration
  const problem = await checkNewPassword(deps, { password, owner: { email, name } })
  if (problem) return problem
  const passwordHash = await deps.passwords.hash(password)
  const now = deps.clock.now()
  const isPilot = registration.isPilot && registration.role === 'buyer'
  try {
    return await inTransaction(deps.db, async (tx) => {
      const { id } = await createUser(tx, {
        name,
        email,
        role: registration.role,
        locale: registration.locale,
        consentTimestamp: now,
        termsVersion: TERMS_VERSION,
        isPilot,
        passwordHash,
      })
      await writeEvent(tx, {
        kind: 'user_registered',
        at: now,
        userId: id,
        detail: { role: registration.role, isPilot },
      })
      const tokenId = deps.newId()
      await issueAccountToken(deps, tx, { id: tokenId, userId: id, purpose: 'confirm_email' })
      await queueLetter(tx, {
        event: `welcome:${id}`,
        to: { userId: id },
        content: {
          letter: 'welcome',
          name,
          role: registration.role,
          isPilot,
          serviceFee: deps.settings.serviceFee,
          tokenId,
        },
      })
      return { userId: id }
    })
  } catch (error) {
    if (isDuplicateOf(error, 'user_email_key')) return refuse('email_taken', { field: 'email' })
    throw error
  }
}
