import { useTranslation } from 'react-i18next'
import { networkOf } from '#app/domain/kernel/assets.ts'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import type { HeldEscrow } from './held-props.ts'

/** The way out without us. A plain link: the browser saves the file, the router must not fetch it. */
export function RecoverySheet({ escrow: { transactionId, currency } }: { escrow: HeldEscrow }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('held.recovery.title')} noPrint>
      <p className="small">{t(`held.recovery.${networkOf(currency)}`)}</p>
      <p className="acts acts--after">
        <a className="b b--line" href={`/held/${transactionId}.json`} download>
          {t('held.recovery.button')}
        </a>
      </p>
    </Sheet>
  )
}
