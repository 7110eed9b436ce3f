import { useTranslation } from 'react-i18next'
import { useServiceFee } from '#app/fees/ui/use-service-fee.ts'
import { formatUsd } from '#app/kernel/i18n/format.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

/** `pilot`: a free transaction is left. `unused`: a paid fee is unused; it covers at most `mostUsd`. */
export type FeeView = { standing: 'unpaid' | 'used_up' | 'pilot' } | { standing: 'unused'; mostUsd: string }

/** The cost of the next escrow, and the next step. `isMain`: nothing else awaits the reader. */
export function FeeCard({ fee, isMain }: { fee: FeeView; isMain: boolean }) {
  const { t } = useTranslation()
  const opens = fee.standing === 'pilot' || fee.standing === 'unused'
  return (
    <Sheet title={t(fee.standing === 'pilot' ? 'home.pilotTitle' : 'dashboard.payments.fee')}>
      <p>{useSentence(fee)}</p>
      <Actions after>
        <ButtonLink look={isMain ? 'filled' : 'line'} to={opens ? '/submit' : '/payment'}>
          {t(opens ? 'nav.submit' : 'nav.payFee')}
        </ButtonLink>
      </Actions>
    </Sheet>
  )
}

function useSentence(fee: FeeView): string {
  const { t, i18n } = useTranslation()
  const serviceFee = useServiceFee()
  switch (fee.standing) {
    case 'pilot':
      return t('home.pilot')
    case 'unused':
      return t('dashboard.fee.unused', { most: formatUsd(fee.mostUsd, i18n.language) })
    case 'used_up':
      return t('home.fine.each')
    case 'unpaid':
      return t(`home.fine.${serviceFee}`)
  }
}
