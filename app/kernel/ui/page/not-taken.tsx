import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { setNotTaken, useNotTaken } from './not-taken-state.ts'

/** At the top of a page whose form could not be taken for now: all that was typed and chosen is still on it. */
export function NotTaken() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const why = useNotTaken()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (why) box.current?.focus()
  }, [why])

  // biome-ignore lint/correctness/useExhaustiveDependencies: on another page it is no news.
  useEffect(() => () => setNotTaken(null), [pathname, search])

  if (why === null) return null
  return (
    <div className="note note--attention" role="alert" tabIndex={-1} ref={box}>
      <Icon name="warn" />
      <div>
        <p className="note__title">{t(why === 'clock' ? 'error.pausedTitle' : 'error.awayTitle')}</p>
        <p>{t('error.awayKept')}</p>
        {why === 'database' && <p>{t('error.awaySent')}</p>}
      </div>
    </div>
  )
}
