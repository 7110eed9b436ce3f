import { Link, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entrance } from '#app/accounts/domain/way-back.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { MoveOn } from '#app/kernel/ui/live/move-on.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'

/** Spec §9. */
const MOVE_ON_MS = 1_500

export function NotSignedIn() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  // Back to the same form: the URL names it, and its kept values are restored (use-kept-typing.ts).
  const login = entrance('/login', pathname + search)
  return (
    <>
      <PageHead title={t('nav.submit')} />
      <MoveOn to={login} afterMs={MOVE_ON_MS} />
      <Note tone="danger" role="alert" title={t('submit.notSignedIn')}>
        <p>
          <Link to={login}>{t('nav.login')}</Link>
        </p>
      </Note>
    </>
  )
}
