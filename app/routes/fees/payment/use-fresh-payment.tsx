import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RefreshWithoutScript } from '#app/ui/kernel/live/refresh-without-script.tsx'
import { useRefresh } from '#app/ui/kernel/live/use-refresh.ts'
import { Gap } from '#app/ui/kernel/text/between.tsx'

/** How often the page looks whether the payment is here. A whole reload, without JavaScript, comes less often. */
const LOOK_SECONDS = 2
const RELOAD_SECONDS = 7

/**
 * Keeps a page that waits for a payment current. Answers with what browsers without JavaScript need for that; they
 * reload the whole page and lose what is typed, so they get a link that holds the page still.
 */
export function useFreshPayment({ isWaiting, isHeld }: { isWaiting: boolean; isHeld: boolean }): ReactNode {
  const { t } = useTranslation()
  useRefresh(LOOK_SECONDS, isWaiting ? Number.POSITIVE_INFINITY : 0)
  if (!isWaiting) return null
  return (
    <>
      {!isHeld && <RefreshWithoutScript seconds={RELOAD_SECONDS} to="/payment" />}
      <noscript>
        <p className="fine">
          {isHeld && t('payment.pausedText')}
          {isHeld && <Gap />}
          {isHeld ? (
            <Link to="/payment">{t('payment.resume')}</Link>
          ) : (
            <Link to="/payment?hold">{t('payment.pause')}</Link>
          )}
        </p>
      </noscript>
    </>
  )
}
