/**
 * Changing an account's address: a password asks, a link to the new mailbox does it, a link to the old one stops it.
 */
import { endLinksOf, findToken, spendToken } from '#app/accounts/db/account-tokens.server.ts'
import { addEmailChange, storeChangeDone } from '#app/accounts/db/email-changes.server.ts'
import { findUserId, replaceEmail } from '#app/accounts/db/users.server.ts'
import { emailProblem, normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, isDuplicateOf, type Transaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findAddressee } from '#app/notices/db/addressees.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { hasEnoughEmails } from '#app/notices/workflows/unproven-mailboxes.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { drawUnknownHash, takeEmailBack } from '../changes/take-email-back.server.ts'
import { issueAccountToken } from '../issue-account-token.server.ts'
import { noteAddressRead } from '../note-email-confirmed.server.ts'
import { notifyOwnerOfAccount } from '../notify-owner-of-account.server.ts'
import { provePassword } from './prove-password.server.ts'

/**
 * Sends the emails to both addresses. Only the owner of an existing account learns of it; nobody learns that the daily
 * limit withheld emails (decision 128). Refusals: email_invalid, email_not_ascii, email_same, password_wrong.
 */
export async function askForEmailChange(
  deps: Deps,
  asked: { userId: string; email: string; password: string },
): Promise<{ email: string } | Refusal> {
  const { userId } = asked
  const email = normalizeEmail(asked.email)
  const trouble = emailProblem(email)
  if (trouble) return refuse(trouble, { field: 'email' })
  const owner = await provePassword(deps, { userId, password: asked.password })
  if (isRefusal(owner)) return owner
  if (email === owner.email) return refuse('email_same', { field: 'email' })
  const createdAt = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if ((await findUserId(tx, email)) !== null) return notifyOwnerOfAccount(deps, tx, email)
    if (await hasEnoughEmails(tx, email)) return
    const [id, changeToken, keepToken] = [deps.newId(), deps.newId(), deps.newId()]
    const { locale } = await findAddressee(tx, userId)
    await addEmailChange(tx, {
      id,
      userId,
      fromEmail: owner.email,
      toEmail: email,
      fromConfirmedAt: owner.emailConfirmedAt,
      createdAt,
    })
    await issueAccountToken(deps, tx, { id: changeToken, userId, purpose: 'change_email', emailChangeId: id })
    await issueAccountToken(deps, tx, { id: keepToken, userId, purpose: 'keep_email', emailChangeId: id })
    await writeEvent(tx, { kind: 'email_change_asked', at: createdAt, userId, detail: { emailChangeId: id } })
    await queueEmail(tx, {
      event: `email_change:${id}`,
      to: { email, locale },
      content: { letter: 'email_change', tokenId: changeToken },
    })
    await queueEmail(tx, {
      event: `email_change_told:${id}`,
      to: { userId },
      content: { letter: 'email_change_told', to: email, tokenId: keepToken },
    })
  })
  return { email }
}

/**
 * Completes the change by the link. `userId`: who is signed in: the mailbox alone must not take over what somebody else
 * opened (decision 031). Refusals: link_dead; email_taken when another account has it by now.
 */
export async function changeEmail(deps: Deps, done: { token: string; userId: string }): Promise<null | Refusal> {
  const { userId } = done
  return unlessTaken(deps, async (tx) => {
    const now = deps.clock.now()
    const known = await findToken(tx, { token: done.token, purpose: 'change_email' })
    const change = known?.emailChange
    if (!known || !change || known.user.id !== userId) return refuse('link_dead')
    if (!(await spendToken(tx, { id: known.id, now }))) return refuse('link_dead')
    const to = { userId, from: change.fromEmail, to: change.toEmail, confirmedAt: now }
    // Another change was quicker: the account no longer has the address that this one started from.
    if (!(await replaceEmail(tx, to))) return refuse('link_dead')
    await noteAddressRead(tx, userId)
    await storeChangeDone(tx, { id: change.id, at: now })
    await endLinksOf(tx, userId)
    await writeEvent(tx, { kind: 'email_changed', at: now, userId, detail: { emailChangeId: change.id } })
    return null
  })
}

/**
 * Keeps or restores the old address. Ends every session, the password, and a second factor set since: whoever asked
 * knew the one and may have set the other. Unfreezes the account where an operator had changed it, and operators are
 * alerted (decision 099). Returns the token of a link that sets a new password; only that link confirms an unconfirmed
 * address. Refusals: link_dead; email_taken when another account has the old address by now.
 */
export async function keepEmail(deps: Deps, { token }: { token: string }): Promise<{ resetToken: string } | Refusal> {
  const unknownHash = await drawUnknownHash(deps)
  return unlessTaken(deps, async (tx) => {
    const now = deps.clock.now()
    const known = await findToken(tx, { token, purpose: 'keep_email' })
    const change = known?.emailChange
    if (!known || !change || !(await spendToken(tx, { id: known.id, now }))) return refuse('link_dead')
    const userId = known.user.id
    await takeEmailBack(deps, tx, { change, unknownHash, end: 'objected', by: null, at: now })
    await writeEvent(tx, { kind: 'email_change_stopped', at: now, userId, detail: { emailChangeId: change.id } })
    const row = { id: deps.newId(), purpose: 'reset_password' } as const
    await issueAccountToken(deps, tx, { ...row, userId })
    return { resetToken: deps.accountToken(row) }
  })
}

/** Another account may get the address between request and change: the database's unique key decides. */
async function unlessTaken<Done>(
  deps: Deps,
  work: (tx: Transaction) => Promise<Done | Refusal>,
): Promise<Done | Refusal> {
  try {
    return await inTransaction(deps.db, work)
  } catch (error) {
    if (isDuplicateOf(error, 'user_email_key')) return refuse('email_taken')
    throw error
  }
}
