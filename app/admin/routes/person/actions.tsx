import type { AdminPerson } from '#app/admin/queries/person.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

/** Actions on an account, each on its own page with a confirmation. The gravest is styled so. */
export function PersonActions({ person: { id, lockedAt, sessions } }: { person: AdminPerson }) {
  const t = useAdmin()
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
