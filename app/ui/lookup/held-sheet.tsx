import { useTranslation } from 'react-i18next'
import { networkOf } from '#app/domain/kernel/assets.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'

type Held = Pick<EscrowView, 'transactionId' | 'currency' | 'stage' | 'asksForSignature' | 'heldUntil' | 'isPastDate'>

/** In the place of the payment to an account of ours: the ledger holds the money, and another page says what of it. */
export function HeldSheet({ escrow: { transactionId, currency, stage, heldUntil, ...escrow } }: { escrow: Held }) {
  const { t } = useTranslation()
  const isPressing = escrow.asksForSignature || escrow.isPastDate || stage === 'awaiting_funds'
  return (
    <Sheet title={t('pages.held')}>
      <p className="small">{t(`held.what.${networkOf(currency)}`)}</p>
      {heldUntil && (
        <p className="small">
          <MomentSentence at={heldUntil} text={(time) => t('held.until', { time })} />
        </p>
      )}
      <Actions after>
        <WayToHeld escrow={{ transactionId }} look={isPressing ? 'filled' : 'line'} />
      </Actions>
    </Sheet>
  )
}

export function WayToHeld({ escrow, look }: { escrow: Pick<Held, 'transactionId'>; look?: 'filled' | 'line' }) {
  const { t } = useTranslation()
  return (
    <ButtonLink to={`/held?txid=${encodeURIComponent(escrow.transactionId)}`} look={look}>
      {t('held.facts.title')}
    </ButtonLink>
  )
}
