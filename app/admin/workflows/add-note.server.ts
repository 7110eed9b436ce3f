import { findNotes, type NewNote, writeNote } from '#app/kernel/db/admin-notes.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { ActionAsked, ActionDone } from './action.ts'

/** For other operators; the person is not notified. Repeating the last note adds nothing: it is a second click. */
export async function noteAboutPerson(deps: Deps, asked: ActionAsked): Promise<ActionDone> {
  return add(deps, asked, { userId: asked.subjectId })
}

export async function noteAboutEscrow(deps: Deps, asked: ActionAsked): Promise<ActionDone> {
  return add(deps, asked, { escrowId: asked.subjectId })
}

async function add(deps: Deps, { operatorId, reason }: ActionAsked, about: NewNote['about']): Promise<ActionDone> {
  const [last] = await findNotes(deps.db, { ...about, take: 1 })
  if (last?.kind === 'note' && last.text === reason) return 'already'
  const at = deps.clock.now()
  const id = deps.newId()
  await inTransaction(deps.db, async (tx) => {
    await writeNote(tx, { id, kind: 'note', about, text: reason, byId: operatorId, at })
    // The event omits the text, which the note has: the audit log is exported.
    await writeEvent(tx, { kind: 'note_added', at, ...about, detail: { by: operatorId, noteId: id } })
  })
  return 'done'
}
