import { useTranslation } from 'react-i18next'
import { networkOf } from '#app/domain/kernel/assets.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'

type Held = Pick<EscrowView, 'transactionId' | 'currency' | 'asksForSignature' | 'heldUntil' | 'parts'>

type HeldSheetProps = {
  escrow: Held
  /** Null: the operator. */
  reader: Reader | null
}

/** In the place of the payment to an account of ours: the ledger holds the money, and another page says what of it. */
export function HeldSheet({ escrow: { transactionId, currency, heldUntil, ...escrow }, reader }: HeldSheetProps) {
  const { t } = useTranslation()
  const { ledger } = escrow.parts
  const isPressing = escrow.asksForSignature || ledger === 'past' || ledger === 'to_lock'
  const network = networkOf(currency)
  const isHolding = ledger === 'locked' || ledger === 'to_lock'
  return (
    <Sheet title={t('pages.held')}>
      {isHolding && <p className="small">{t(`held.what.${network}`)}</p>}
      {isHolding && network === 'stellar' && <p className="small">{t(`held.who.${reader ?? 'quayside'}`)}</p>}
      {ledger === 'past' && <p className="small">{t(`held.lapsed.${network}`)}</p>}
      {ledger === 'over' && <p className="small">{t('held.over')}</p>}
      {isHolding && heldUntil && (
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
