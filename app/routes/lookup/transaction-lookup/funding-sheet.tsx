import { useTranslation } from 'react-i18next'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import type { QrDrawing } from '#app/domain/references/qr-drawing.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import { StatedPayments, StatePaymentForm } from '#app/ui/escrow/stated-payments.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { OnLedger } from '#app/ui/ledger-payments/on-ledger.tsx'
import { SmallRest } from '#app/ui/opening/small-rest.tsx'
import { type AmountDue, PaymentRequest } from '#app/ui/references/payment-request.tsx'

export type RefusedStatement = { error: string | null; typed: string | undefined }
type FundingSheetProps = {
  escrow: EscrowView
  qr: QrDrawing
  due: AmountDue
  refused: RefusedStatement | null
}

/** What the buyer has to pay, while something is due. */
export function FundingSheet({ escrow, qr, due, refused }: FundingSheetProps) {
  const { t, i18n } = useTranslation()
  const { deposit, currency } = escrow
  const amountOf = (value: string) => formatAmount(value, currency, i18n.language)
  const arrived = { received: amountOf(deposit.received), stillDue: amountOf(deposit.stillDue) }
  const isShort = deposit.state === 'short'
  return (
    <Sheet title={t(isShort ? 'payment.sendRest' : 'payment.send')} noPrint>
      <div className="stack">
        {isShort && (
          <Note role="status">
            <p>{t('payment.arrived', arrived)}</p>
          </Note>
        )}
        <OnLedger claimables={deposit.onLedger} />
        <SmallRest escrow={escrow} />
        <div id="stated" className="stack">
          <StatedPayments escrow={escrow} />
        </div>
        <PaymentRequest
          amount={deposit.stillDue}
          asset={currency}
          address={deposit.account}
          memo={deposit.reference}
          uri={deposit.uri}
          qr={qr}
          networkRemark={t(`payment.only.${currency}`)}
          due={due}
        />
        <StatePaymentForm escrow={escrow} refused={refused} />
      </div>
    </Sheet>
  )
}
