import type { DeskPerson } from '#app/admin/queries/desk-person.server.ts'
import { useDesk } from '#app/admin/routes/panel/words.tsx'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

/** What can be done with an account, each on a page of its own that asks once more. The gravest looks like it. */
export function PersonActs({ person: { id, lockedAt, sessions } }: { person: DeskPerson }) {
  const t = useDesk()
  const first = lockedAt ? 'unlock' : 'lock'
  return (
    <Sheet title={t('lists.column.act')} noPrint>
      <Actions>
        <ButtonLink to={`/admin-panel/acts/${first}/${id}`}>{t(`acts.${first}.label`)}</ButtonLink>
        {sessions.length > 0 && (
          <ButtonLink look="line" to={`/admin-panel/acts/end_sessions/${id}`}>
            {t('acts.end_sessions.label')}
          </ButtonLink>
        )}
        <ButtonLink look="line" to={`/admin-panel/acts/correct_address/${id}`}>
          {t('acts.correct_address.label')}
        </ButtonLink>
      </Actions>
    </Sheet>
  )
}
