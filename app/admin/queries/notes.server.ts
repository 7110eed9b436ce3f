import { NOTE_KINDS, type NoteKind } from '#app/admin/domain/admin-action.ts'
import { findNotes, type NewNote } from '#app/kernel/db/admin-notes.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'

const SHOWN_NOTES = 50

export type NoteView = { id: string; kind: NoteKind; text: string; at: string; by: string }

export async function loadNotes(db: Database, about: NewNote['about']): Promise<NoteView[]> {
  const rows = await findNotes(db, { ...about, take: SHOWN_NOTES })
  return rows.map(({ id, kind, text, at, by }) => ({
    id,
    // The database allows only these kinds (desk_note_kind).
    kind: NOTE_KINDS.find((known) => known === kind) ?? 'note',
    text,
    at: at.toISOString(),
    by: by.name,
  }))
}
