import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatUsd } from '#app/kernel/i18n/format.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { MoveOn } from '#app/kernel/ui/live/move-on.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

/** Spec §9. */
const MOVE_ON_MS = 1_500

/** Announces the paid fee, then moves on to the first escrow. */
export function PaymentConfirmation({ netUsd }: { netUsd: string }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <MoveOn to="/submit?from=paid" afterMs={MOVE_ON_MS} />
      <Note tone="good" role="status" title={t('payment.confirmed', { fee: formatUsd(netUsd, i18n.language) })}>
        <Actions>
          <Link to="/submit?from=paid">{t('nav.submit')}</Link>
          <Link to="/receipt">{t('pages.receipt')}</Link>
        </Actions>
      </Note>
    </>
  )
}
