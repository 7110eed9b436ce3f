import type { NoteView } from '#app/admin/queries/notes.server.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { ByAndWhen } from './list-parts.tsx'
import { useAdmin } from './words.tsx'

/** What operators noted and did here, newest first, and a link to add a note. */
export function Notes({ notes, to }: { notes: readonly NoteView[]; to: string }) {
  const t = useAdmin()
  return (
    <Sheet id="notes" title={t('person.notes')}>
      {notes.length === 0 && <p className="muted">{t('person.notesNone')}</p>}
      {notes.length > 0 && (
        <ul className="notes">
          {notes.map(({ id, kind, text, at, by }) => (
            <li key={id}>
              {kind !== 'note' && <b>{t(`acts.${kind}.label`)}</b>}
              <p className="said">{text}</p>
              <ByAndWhen by={by} at={at} />
            </li>
          ))}
        </ul>
      )}
      <Actions after>
        <ButtonLink look="line" to={to}>
          {t('acts.note.label')}
        </ButtonLink>
      </Actions>
    </Sheet>
  )
}
