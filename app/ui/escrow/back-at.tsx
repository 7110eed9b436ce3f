import { useTranslation } from 'react-i18next'
import type { ShownEscrow } from '#app/domain/escrow/shown-escrow.ts'
import { custodyFactsOf } from '#app/domain/kernel/assets.ts'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'

type BackAtProps = { escrow: Pick<ShownEscrow, 'currency' | 'heldUntil'> }

/** What the XRP Ledger holds goes back at its date and not when somebody agrees; nothing where it goes back at once. */
export function BackAt({ escrow: { currency, heldUntil } }: BackAtProps) {
  const { t } = useTranslation()
  if (heldUntil === null || custodyFactsOf(currency).settledBy !== 'secret') return null
  return (
    <p className="small">
      <MomentSentence at={heldUntil} text={(time) => t('held.back', { time })} />
    </p>
  )
}
