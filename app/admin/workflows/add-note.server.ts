import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { findNotes, type NewNote, writeNote } from '#app/kernel/db/desk-notes.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { ActAsked, ActDone } from './act.ts'

/** For whoever works on it next; the person is not told. The same words twice in a row are one note: a second click. */
export async function noteAboutPerson(deps: Deps, asked: ActAsked): Promise<ActDone> {
  return add(deps, asked, { userId: asked.subjectId })
}

export async function noteAboutEscrow(deps: Deps, asked: ActAsked): Promise<ActDone> {
  return add(deps, asked, { escrowId: asked.subjectId })
}

async function add(deps: Deps, { operatorId, reason }: ActAsked, about: NewNote['about']): Promise<ActDone> {
  const [last] = await findNotes(deps.db, { ...about, take: 1 })
  if (last?.kind === 'note' && last.text === reason) return 'already'
  const at = deps.clock.now()
  const id = deps.newId()
  await inTransaction(deps.db, async (tx) => {
    await writeNote(tx, { id, kind: 'note', about, text: reason, byId: operatorId, at })
    // What it says stands in the note: the log of events is exported, and tells that there is one.
    await writeEvent(tx, { kind: 'note_added', at, ...about, detail: { by: operatorId, noteId: id } })
  })
  return 'done'
}
