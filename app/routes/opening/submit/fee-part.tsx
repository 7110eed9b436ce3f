import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatUsd } from '#app/i18n/kernel/format.ts'
import type { FeeOfEscrow } from '#app/queries/opening/submit-page.server.ts'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'

/** What this escrow costs its buyer. `difference`: US dollars that a fee lacks for the amount that was refused; else empty. */
export function FeePart({ fee, difference }: { fee: FeeOfEscrow; difference: string }) {
  const { t, i18n } = useTranslation()
  const usd = (amount: string) => formatUsd(amount, i18n.language)
  if (fee.by !== 'fee') {
    return (
      <Sheet title={t('submit.fee.title')} className="small">
        <p>{t(`submit.fee.${fee.by}`)}</p>
      </Sheet>
    )
  }
  return (
    <Sheet title={t('submit.fee.title')} className="small">
      <p>{t('submit.fee.covered', { stated: usd(fee.statedUsd), most: usd(fee.mostUsd) })}</p>
      <p>
        <Link to={difference === '' ? '/payment' : `/payment?amount=${difference}`}>
          {difference === '' ? t('submit.fee.larger') : t('submit.fee.payDifference', { difference: usd(difference) })}
        </Link>
      </p>
    </Sheet>
  )
}
