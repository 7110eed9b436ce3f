import { useTranslation } from 'react-i18next'
import { formatLocalMoment } from '#app/kernel/i18n/format.ts'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'

/** The moment in the reader's time zone, which the server does not know: without JavaScript only UTC is shown. */
export function LocalTime({ at }: { at: string }) {
  const { t, i18n } = useTranslation()
  if (!useHydrated()) return null
  return <span className="muted small">{t('dates.yourTime', { time: formatLocalMoment(at, i18n.language) })}</span>
}
