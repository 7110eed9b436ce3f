/** A second operator checks what the first has changed in an account (docs/decisions/099). */
import { endStandstill, findChange } from '#app/accounts/db/account-changes.server.ts'
import { lockPerson } from '#app/accounts/db/users.server.ts'
import { canTakeBack, changeKind } from '#app/accounts/domain/account-change.ts'
import { drawUnknownHash, takeEmailBack } from '#app/accounts/workflows/changes/take-email-back.server.ts'
import { issueAccountToken } from '#app/accounts/workflows/issue-account-token.server.ts'
import { writeNote } from '#app/kernel/db/admin-notes.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, isDuplicateOf, type Transaction } from '#app/kernel/db/client.server.ts'
import { refuse } from '#app/kernel/domain/refusal.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { ActionAsked, ActionDone } from './action.ts'

/** Resumes the account unless another change waits. `already`: it has ended. Refusal: change_own (also by a check). */
export async function confirmChange(deps: Deps, asked: ActionAsked): Promise<ActionDone> {
  return inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const change = await lockWaiting(tx, asked.subjectId, at)
    if (!change) return 'already'
    const { id, userId } = change
    if (change.changedById === asked.operatorId) return refuse('change_own')
    await endStandstill(tx, { ids: [id], userId, end: 'confirmed', endedAt: at, endedById: asked.operatorId })
    await keep(deps, tx, { asked, userId, kind: 'confirm_change', event: 'account_change_confirmed', at })
    return 'done'
  })
}

/**
 * Restores the address that its old mailbox could restore (keepEmail), which gets an email to choose a new password.
 * Also open to the operator who made the change: it gives nobody access. `already`: it has ended, or the old address is
 * no longer known. Refusal: email_taken.
 */
export async function takeChangeBack(deps: Deps, asked: ActionAsked): Promise<ActionDone> {
  const unknownHash = await drawUnknownHash(deps)
  const work = () =>
    inTransaction(deps.db, async (tx) => {
      const at = deps.clock.now()
      const change = await lockWaiting(tx, asked.subjectId, at)
      if (!change?.emailChange || !canTakeBack(changeKind(change.kind))) return 'already' as const
      const { userId, emailChange } = change
      await takeEmailBack(deps, tx, { change: emailChange, unknownHash, end: 'taken_back', by: asked.operatorId, at })
      const tokenId = deps.newId()
      await issueAccountToken(deps, tx, { id: tokenId, userId, purpose: 'reset_password' })
      await queueEmail(tx, {
        event: `password_reset:${tokenId}`,
        to: { userId },
        content: { letter: 'password_reset', tokenId },
      })
      await keep(deps, tx, { asked, userId, kind: 'take_back_change', event: 'account_change_taken_back', at })
      return 'done' as const
    })
  try {
    return await work()
  } catch (error) {
    if (isDuplicateOf(error, 'user_email_key')) return refuse('email_taken')
    throw error
  }
}

/** Locks the person's row: of two operators and the old mailbox, only the first ends the change. */
async function lockWaiting(tx: Transaction, id: string, now: Date) {
  const known = await findChange(tx, id)
  if (!known?.userId) return null
  const { userId } = known
  await lockPerson(tx, userId)
  const change = await findChange(tx, id)
  return change && change.endedAt === null && (change.stillUntil ?? now) > now ? { ...change, userId } : null
}

type Kept = {
  asked: ActionAsked
  userId: string
  kind: 'confirm_change' | 'take_back_change'
  event: 'account_change_confirmed' | 'account_change_taken_back'
  at: Date
}

async function keep(deps: Deps, tx: Transaction, { asked, userId, kind, event, at }: Kept): Promise<void> {
  const { subjectId: changeId, operatorId, reason } = asked
  await writeNote(tx, { id: deps.newId(), kind, about: { userId }, text: reason, byId: operatorId, at })
  await writeEvent(tx, { kind: event, at, userId, detail: { by: operatorId, changeId, reason } })
}
