import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { MoveOn } from '#app/ui/kernel/live/move-on.tsx'

/** Spec §9. */
const MOVE_ON_MS = 1_500

export function NotSignedIn() {
  const { t } = useTranslation()
  return (
    <>
      <MoveOn to="/login" afterMs={MOVE_ON_MS} />
      <Note tone="danger" role="alert" title={t('submit.notSignedIn')}>
        <p>
          <Link to="/login">{t('nav.login')}</Link>
        </p>
      </Note>
    </>
  )
}
