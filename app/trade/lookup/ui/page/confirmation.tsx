import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

/** Whether and when the seller has confirmed (spec §2, Buyer Transaction Lookup). */
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
 * Time of the confirmation. Before that the last change, labelled as such, since a mere time beside 'Pending' would
 * read as a confirmation; 'Not available' without any change (spec §2, Buyer Transaction Lookup).
 */
function confirmationTime({ times: { confirmedAt, changedAt } }: EscrowView, t: TFunction) {
  if (confirmedAt) return { label: t('lookup.time'), value: <Moment at={confirmedAt} /> }
  if (changedAt) return { label: t('lookup.changed'), value: <Moment at={changedAt} /> }
  return { label: t('lookup.time'), value: t('lookup.notAvailable') }
}
