import { deleteSessionsOf } from '#app/accounts/db/sessions.server.ts'
import { storeSuspension } from '#app/accounts/db/suspensions.server.ts'
import { findRole } from '#app/accounts/db/users.server.ts'
import { writeNote } from '#app/kernel/db/admin-notes.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { ActionAsked, ActionDone } from './action.ts'

/** No login, and all sessions end (triggers); owed money is still paid. Refusals: person_is_operator, person_closed. */
export async function suspendPerson(deps: Deps, asked: ActionAsked): Promise<ActionDone> {
  return ofPerson(deps, asked, { kind: 'lock', event: 'person_locked' }, (tx, at) =>
    storeSuspension(tx, { userId: asked.subjectId, at }),
  )
}

/** Refusals: person_is_operator, person_closed. */
export async function unlockPerson(deps: Deps, asked: ActionAsked): Promise<ActionDone> {
  return ofPerson(deps, asked, { kind: 'unlock', event: 'person_unlocked' }, (tx) =>
    storeSuspension(tx, { userId: asked.subjectId, at: null }),
  )
}

/** Ends all sessions; the person may log in again. Refusals: person_is_operator, person_closed. */
export async function endSessionsOf(deps: Deps, asked: ActionAsked): Promise<ActionDone> {
  return ofPerson(deps, asked, { kind: 'end_sessions', event: 'sessions_ended' }, async (tx) => {
    await deleteSessionsOf(tx, asked.subjectId)
    return true
  })
}

/** Operators are disabled on the server's command line, not by each other. Owner-closed accounts stay closed. */
export async function refuseFixedAccount(tx: Transaction, userId: string): Promise<Refusal | null> {
  const account = await findRole(tx, userId)
  if (account?.closedAt) return refuse('person_closed')
  return account?.role === 'admin' ? refuse('person_is_operator') : null
}

type Kept = { kind: 'lock' | 'unlock' | 'end_sessions'; event: 'person_locked' | 'person_unlocked' | 'sessions_ended' }

async function ofPerson(
  deps: Deps,
  { subjectId: userId, operatorId, reason }: ActionAsked,
  { kind, event }: Kept,
  act: (tx: Transaction, at: Date) => Promise<boolean>,
): Promise<ActionDone> {
  return inTransaction(deps.db, async (tx) => {
    const refusal = await refuseFixedAccount(tx, userId)
    if (refusal) return refusal
    const at = deps.clock.now()
    if (!(await act(tx, at))) return 'already'
    await writeNote(tx, { id: deps.newId(), kind, about: { userId }, text: reason, byId: operatorId, at })
    await writeEvent(tx, { kind: event, at, userId, detail: { by: operatorId, reason } })
    return 'done'
  })
}
