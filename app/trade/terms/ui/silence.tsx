import { useTranslation } from 'react-i18next'
import type { OnSilence } from '#app/trade/terms/domain/trade-dates.ts'

/** What follows from silence, in large: chosen by the buyer, to be read by both. */
export function SilenceNote({ onSilence }: { onSilence: OnSilence }) {
  const { t } = useTranslation()
  return (
    <div>
      <p className="small muted">{t('dates.silenceBoth')}</p>
      <p className="silence">{t(`dates.${onSilence}`)}</p>
      <p className="small">{t(`dates.${onSilence}Text`)}</p>
    </div>
  )
}
