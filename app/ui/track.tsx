import { useTranslation } from 'react-i18next'
import { Moment } from './moment.tsx'

export type TrackEvent = {
  text: string
  /** ISO 8601. */
  at: string
  tone?: 'good' | 'warn'
}

/** What has happened, newest first. What will happen belongs to the turn. */
export function Track({ events }: { events: TrackEvent[] }) {
  const { t } = useTranslation()
  if (events.length === 0) return <p className="small muted">{t('ui.track.empty')}</p>
  return (
    <ol className="track">
      {events.map(({ text, at, tone }) => (
        <li key={`${at} ${text}`} className={tone && `is-${tone}`}>
          {text}
          <Moment at={at} />
        </li>
      ))}
    </ol>
  )
}
