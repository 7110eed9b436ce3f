import { useTranslation } from 'react-i18next'
import { NotifiedNote, NotNotifiedNote } from '#app/escrow/ui/notified.tsx'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { EscrowTurn } from '#app/trade/lookup/ui/escrow-turn.tsx'
import { TradeSheet } from '#app/trade/lookup/ui/trade-sheet.tsx'

/** What the seller sees after confirming (spec §2, Seller Shipment Confirmation). */
export function ConfirmationReceived({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  return (
    <Read>
      <PageHead title={t('seller.doneTitle')} {...(isUnexamined(escrow) && { lead: t('seller.doneText') })} />
      {isUnexamined(escrow) && <NotifiedNote escrow={escrow} />}
      <NotNotifiedNote escrow={escrow} />
      <EscrowTurn escrow={escrow} reader="seller" place="aside" />
      <TradeSheet escrow={escrow} />
      <Actions after>
        <ButtonLink to={`/seller-confirm?txid=${escrow.transactionId}`}>{t('seller.find')}</ButtonLink>
        <ButtonLink look="line" to="/seller-confirm">
          {t('seller.another')}
        </ButtonLink>
      </Actions>
    </Read>
  )
}

/** False when the page is opened again after the buyer's decision. */
function isUnexamined({ stage, approval }: EscrowView): boolean {
  return approval === 'Pending' && (stage === 'awaiting_examination' || stage === 'awaiting_funds')
}
