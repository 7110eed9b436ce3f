import { useTranslation } from 'react-i18next'
import { PaymentClaims, StatePaymentForm } from '#app/escrow/ui/payment-claims.tsx'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { OnLedger } from '#app/ledgers/payments/ui/on-ledger.tsx'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import { type AmountDue, PaymentRequestSheet } from '#app/ledgers/references/ui/payment-request.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { SmallRest } from '#app/trade/opening/ui/small-rest.tsx'

export type RefusedStatement = { error: string | null; typed: string | undefined }
type FundingSheetProps = {
  escrow: EscrowView
  qr: QrDrawing
  due: AmountDue
  refused: RefusedStatement | null
}

/** The buyer's payment while an amount is outstanding. */
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
          <PaymentClaims escrow={escrow} />
        </div>
        <PaymentRequestSheet
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
