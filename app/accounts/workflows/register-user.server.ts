import { createHash } from 'node:crypto'
import { findReferrer } from '#app/accounts/db/pilot-links.server.ts'
import { storeTermsAcceptance } from '#app/accounts/db/service-terms.server.ts'
import { createUser, hadPilotBefore } from '#app/accounts/db/users.server.ts'
import type { TradeRole } from '#app/accounts/domain/access.ts'
import { emailProblem, normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { TERMS_SUPPLEMENT, TERMS_VERSION } from '#app/accounts/domain/service-terms.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, isDuplicateOf } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { nameProblem } from '#app/kernel/domain/words/person-name.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { storePersonDetail } from '#app/screening/db/person-details.server.ts'
import { NOTHING_SAID, readDetail, saysNothing, type TypedDetail } from '#app/screening/domain/person-detail.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { checkNewPassword } from './check-new-password.server.ts'
import { issueAccountToken } from './issue-account-token.server.ts'
import { notifyOwnerOfAccount } from './notify-owner-of-account.server.ts'

const TERMS_NOW = { terms: TERMS_VERSION, supplement: TERMS_SUPPLEMENT }

export type Registration = {
  name: string
  email: string
  password: string
  role: TradeRole
  /** Came by /register?pilot=freight: a buyer gets one free transaction. */
  isPilot: boolean
  /** The code in the pilot's link by which the person came. An unknown one is ignored. */
  from?: string | null
  locale: string
  /** What somebody states besides the name; optional. */
  about?: TypedDetail
  /** The page that asked for signing in, a path of ours: the email's link keeps it. */
  goOn?: string | null
  /** The escrow whose invitation was opened in the mailbox of this address, which confirms it (decision 031). */
  invitedTo?: { transactionId: string }
}

/**
 * Opens an account (spec §5, Register), and sends the email whose link confirms the address. The sanctions consent has
 * been given; its time is now. A mailbox has one free pilot transaction: for its other spellings `isPilot` is false.
 * Notifies an existing account's owner by email. Refusals: email_invalid, email_not_ascii, email_taken, name_too_long,
 * name_not_plain, name_like_ours, country_unknown, birth_date_invalid, password_too_short, password_too_long,
 * password_too_common.
 */
export async function registerUser(
  deps: Deps,
  registration: Registration,
): Promise<{ userId: string; isPilot: boolean } | Refusal> {
  const email = normalizeEmail(registration.email)
  const emailTrouble = emailProblem(email)
  if (emailTrouble) return refuse(emailTrouble, { field: 'email' })
  const { name, password } = registration
  const nameTrouble = nameProblem(name)
  if (nameTrouble) return refuse(nameTrouble, { field: 'name' })
  const now = deps.clock.now()
  const detail = readDetail(registration.about ?? NOTHING_SAID, now)
  if (isRefusal(detail)) return detail
  const problem = await checkNewPassword(deps, { password, owner: { email, name } })
  if (problem) return problem
  const passwordHash = await deps.passwords.hash(password)
  const { goOn = null, invitedTo } = registration
  const asksForPilot = registration.isPilot && registration.role === 'buyer'
  try {
    return await inTransaction(deps.db, async (tx) => {
      const isPilot = asksForPilot && !(await hadPilotBefore(tx, email))
      const { from = null } = registration
      const referredById = isPilot && from !== null ? await findReferrer(tx, from) : null
      const { id } = await createUser(tx, {
        name,
        email,
        role: registration.role,
        locale: registration.locale,
        consentTimestamp: now,
        termsVersion: TERMS_VERSION,
        consentFingerprint: fingerprintOf(deps, registration.locale),
        isPilot,
        referredById,
        passwordHash,
        emailConfirmedAt: invitedTo ? now : null,
      })
      await storeTermsAcceptance(tx, { userId: id, occasion: 'registration', escrowId: null, at: now })
      await writeEvent(tx, {
        kind: 'user_registered',
        at: now,
        userId: id,
        detail: { role: registration.role, isPilot, ...TERMS_NOW, locale: registration.locale },
      })
      if (!saysNothing(detail)) await storePersonDetail(tx, { userId: id, detail })
      await enqueue(tx, { name: 'screen_person', payload: { userId: id } })
      if (invitedTo)
        await writeEvent(tx, { kind: 'email_confirmed', at: now, userId: id, detail: { by: 'invitation' } })
      const tokenId = invitedTo ? null : deps.newId()
      if (tokenId) await issueAccountToken(deps, tx, { id: tokenId, userId: id, purpose: 'confirm_email' })
      await queueEmail(tx, {
        event: `welcome:${id}`,
        to: { userId: id },
        content: {
          letter: 'welcome',
          name,
          role: registration.role,
          isPilot,
          serviceFee: deps.settings.serviceFee,
          ...(tokenId && { tokenId }),
          ...(goOn !== null && { goOn }),
          ...(invitedTo && { txid: invitedTo.transactionId }),
        },
      })
      return { userId: id, isPilot }
    })
  } catch (error) {
    if (isDuplicateOf(error, 'user_pilotPerson_key')) return registerUser(deps, { ...registration, isPilot: false })
    if (!isDuplicateOf(error, 'user_email_key')) throw error
    await inTransaction(deps.db, (tx) => notifyOwnerOfAccount(deps, tx, email))
    return refuse('email_taken', { field: 'email' })
  }
}

/** Of the consent sentence, in the language it was read in, and the version of the terms with its supplement. */
function fingerprintOf(deps: Deps, locale: string): string {
  const words = [TERMS_VERSION, TERMS_SUPPLEMENT, locale, deps.translator(locale)('common:register.sanctions')]
  return createHash('sha256').update(words.join('\n')).digest('hex')
}
