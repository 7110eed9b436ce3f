import { useTranslation } from 'react-i18next'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { WriteToUs } from '#app/kernel/ui/text/write-to-us.tsx'

/** On every page of a person whose account is frozen: until when, why, and what to do. `until`: ISO 8601. */
export function StandsStill({ until }: { until: string }) {
  const { t } = useTranslation()
  return (
    <Note>
      <p>
        <MomentSentence at={until} text={(time) => t('standsStill.until', { time })} />
      </p>
      <p>{t('standsStill.text')}</p>
      <WriteToUs subject={t('standsStill.subject')} />
    </Note>
  )
}
