import { deleteOtherSessions, deleteOwnSession } from '#app/accounts/db/sessions.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Ends one session of a person; does nothing when it is gone or somebody else's. */
export async function endOneSession(deps: Deps, { userId, id }: { userId: string; id: string }): Promise<void> {
  if (!looksLikeRowId(id)) return
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteOwnSession(tx, { userId, id }))) return
    await writeEvent(tx, { kind: 'sessions_ended', at: deps.clock.now(), userId, detail: { which: 'one' } })
  })
}

export async function endOtherSessions(deps: Deps, asked: { userId: string; session: string }): Promise<void> {
  const { userId, session } = asked
  await inTransaction(deps.db, async (tx) => {
    await deleteOtherSessions(tx, { userId, token: session })
    await writeEvent(tx, { kind: 'sessions_ended', at: deps.clock.now(), userId, detail: { which: 'others' } })
  })
}
