import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

/** Whether the seller has confirmed, and when (spec §2, Buyer Transaction Lookup). */
export function Confirmation({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('lookup.confirmation')}>
      <Facts
        items={[
          {
            label: t('lookup.confirmation'),
            value: escrow.times.confirmedAt ? t('lookup.confirmed') : t('lookup.pending'),
          },
          confirmationTime(escrow, t),
        ]}
      />
    </Sheet>
  )
}

/**
 * When the seller confirmed; before that the last change, which is called so: beside 'Pending' a mere time would read as that
 * of a confirmation; 'Not available' while nothing has changed (spec §2, Buyer Transaction Lookup).
 */
function confirmationTime({ times: { confirmedAt, changedAt } }: EscrowView, t: TFunction) {
  if (confirmedAt) return { label: t('lookup.time'), value: <Moment at={confirmedAt} /> }
  if (changedAt) return { label: t('lookup.changed'), value: <Moment at={changedAt} /> }
  return { label: t('lookup.time'), value: t('lookup.notAvailable') }
}
