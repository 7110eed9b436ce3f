import { endLinksOf } from '#app/accounts/db/account-tokens.server.ts'
import { addEmailChange, storeChangeDone } from '#app/accounts/db/email-changes.server.ts'
import { hasSecondFactor } from '#app/accounts/db/second-factors.server.ts'
import { deleteSessionsOf } from '#app/accounts/db/sessions.server.ts'
import { replaceEmail } from '#app/accounts/db/users.server.ts'
import { stillUntil } from '#app/accounts/domain/account-change.ts'
import { emailProblem, normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { standStillFor } from '#app/accounts/workflows/changes/stand-still.server.ts'
import { issueAccountToken } from '#app/accounts/workflows/issue-account-token.server.ts'
import { writeNote } from '#app/kernel/db/admin-notes.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, isDuplicateOf } from '#app/kernel/db/client.server.ts'
import { refuse } from '#app/kernel/domain/refusal.ts'
import { findAddressee } from '#app/notices/db/addressees.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { ActionAsked, ActionDone } from './action.ts'
import { refuseFixedAccount } from './suspend-person.server.ts'

/**
 * Sets another address for somebody who cannot read the old mailbox (decision 056). It applies at once, unconfirmed. An
 * email there asks to confirm it. One to the old address links to undo it, so that a deceived operator has given
 * nothing away for good. Until a second operator has confirmed it, or for seven days, the account moves no money
 * (decision 099). All sessions end. Refusals: email_invalid, email_not_ascii, email_taken, person_is_operator,
 * person_closed, person_has_second_factor.
 */
export async function correctAddress(deps: Deps, asked: ActionAsked): Promise<ActionDone> {
  const { subjectId: userId, operatorId, reason } = asked
  const email = normalizeEmail(asked.email)
  const trouble = emailProblem(email)
  if (trouble) return refuse(trouble, { field: 'email' })
  const work = () =>
    inTransaction(deps.db, async (tx) => {
      const refusal = await refuseFixedAccount(tx, userId)
      if (refusal) return refusal
      // Resetting the password of an unconfirmed account removes its second factor: a deceived operator must not open
      // what two steps protect.
      if (await hasSecondFactor(tx, userId)) return refuse('person_has_second_factor')
      const owner = await findAddressee(tx, userId)
      if (owner.email === email) return 'already' as const
      const at = deps.clock.now()
      const [changeId, keepToken, confirmToken] = [deps.newId(), deps.newId(), deps.newId()]
      // Queued before the address changes: this email is for the reader of the old mailbox.
      await addEmailChange(tx, {
        id: changeId,
        userId,
        fromEmail: owner.email,
        toEmail: email,
        fromConfirmedAt: owner.emailConfirmedAt,
        createdAt: at,
      })
      await issueAccountToken(deps, tx, { id: keepToken, userId, purpose: 'keep_email', emailChangeId: changeId })
      await queueEmail(tx, {
        event: `email_change_told:${changeId}`,
        to: { userId },
        content: {
          letter: 'email_change_told',
          to: email,
          tokenId: keepToken,
          stillUntil: stillUntil(at).toISOString(),
        },
      })
      await endLinksOf(tx, userId)
      if (!(await replaceEmail(tx, { userId, from: owner.email, to: email, confirmedAt: null }))) return 'already'
      await storeChangeDone(tx, { id: changeId, at })
      await deleteSessionsOf(tx, userId)
      const made = { userId, changedById: operatorId, reason, emailChangeId: changeId, at }
      await standStillFor(deps, tx, { kind: 'address', ...made })
      await issueAccountToken(deps, tx, { id: confirmToken, userId, purpose: 'confirm_email' })
      await queueEmail(tx, {
        event: `confirm_email:${confirmToken}`,
        to: { userId },
        content: { letter: 'confirm_email', tokenId: confirmToken, name: owner.name },
      })
      const text = `${owner.email} → ${email}\n${reason}`
      await writeNote(tx, { id: deps.newId(), kind: 'correct_address', about: { userId }, text, byId: operatorId, at })
      const detail = { by: operatorId, emailChangeId: changeId, reason }
      await writeEvent(tx, { kind: 'email_changed', at, userId, detail })
      return 'done' as const
    })
  try {
    return await work()
  } catch (error) {
    if (isDuplicateOf(error, 'user_email_key')) return refuse('email_taken', { field: 'email' })
    throw error
  }
}
