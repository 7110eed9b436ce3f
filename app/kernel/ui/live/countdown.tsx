import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from './use-now.ts'

type CountdownProps = {
  /** What ends, with its time: "Price locked until 14:47 UTC". Without JavaScript nothing else is shown. */
  children: ReactNode
  /** ISO 8601. */
  since: string
  until: string
}

/** A strip at the head of a sheet (`top`) that shows the remaining time. */
export function Countdown({ children, since, until }: CountdownProps) {
  const { t } = useTranslation()
  const now = useNow(1000)
  const end = new Date(until).getTime()
  const left = now ? Math.max(0, end - now.getTime()) : null
  const share = left === null ? 100 : Math.min(100, (left / (end - new Date(since).getTime())) * 100)
  return (
    <>
      <div className="lockhead">
        <p className="lock">
          <span className="muted">{children}</span>{' '}
          {left !== null && (
            <b role="timer" aria-label={t('ui.countdown.label')}>
              {left === 0 ? t('ui.countdown.over') : clock(left)}
            </b>
          )}
        </p>
      </div>
      <svg className="lockbar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={share} height="1" />
      </svg>
    </>
  )
}

/** 760000 → "12:40". */
function clock(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
