import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Moment } from '#app/kernel/ui/text/moment.tsx'

export type TrackEvent = {
  text: string
  /** ISO 8601. */
  at: string
  tone?: 'good' | 'warn'
  /** Small, one below the other: by whom, why. */
  details?: string[]
}

/** What has happened, newest first. `Turn` shows what comes next. */
export function Track({ events }: { events: TrackEvent[] }) {
  const { t } = useTranslation()
  if (events.length === 0) return <p className="small muted">{t('ui.track.empty')}</p>
  return (
    <ol className="track">
      {events.map(({ text, at, tone, details = [] }) => (
        <li key={`${at} ${text}`} className={tone && `is-${tone}`}>
          {text}{' '}
          {details.map((detail) => (
            <Fragment key={detail}>
              <span className="track__detail" dir="auto">
                {detail}
              </span>{' '}
            </Fragment>
          ))}
          <Moment at={at} />
        </li>
      ))}
    </ol>
  )
}
