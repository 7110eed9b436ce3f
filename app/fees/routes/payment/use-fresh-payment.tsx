import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RefreshWithoutScript } from '#app/kernel/ui/live/refresh-without-script.tsx'
import { useRefreshAt } from '#app/kernel/ui/live/use-refresh-at.ts'
import type { News } from '#app/live/ui/hear-news.ts'
import { useNews } from '#app/live/ui/use-news.ts'

/** How often a browser without JavaScript polls for the payment. */
const RELOAD_SECONDS = 7

type Waiting = {
  /** Null: the page waits for nothing. */
  news: News | null
  /** When the price expires (ISO 8601). */
  until: string | null
  isPaused: boolean
}

/**
 * Keeps a page that waits for a payment current. Returns what browsers without JavaScript need: they reload the whole
 * page and lose typed text, so they get a link that stops it.
 */
export function useFreshPayment({ news, until, isPaused }: Waiting): ReactNode {
  const { t } = useTranslation()
  useNews(news)
  useRefreshAt(until)
  if (!news) return null
  return (
    <>
      {!isPaused && <RefreshWithoutScript seconds={RELOAD_SECONDS} to="/payment" />}
      <noscript>
        <p className="fine">
          {isPaused ? (
            <Link to="/payment">{t('payment.resume')}</Link>
          ) : (
            <Link to="/payment?hold">{t('payment.pause')}</Link>
          )}
        </p>
      </noscript>
    </>
  )
}
