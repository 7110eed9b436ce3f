import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { FeeDeposit, PaymentPage, QuoteView } from '#app/fees/queries/payment-page.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Countdown } from '#app/kernel/ui/live/countdown.tsx'
import { Watch } from '#app/kernel/ui/live/watch.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { HowLongChecked } from '#app/kernel/ui/text/how-long-checked.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { OnLedger } from '#app/ledgers/payments/ui/on-ledger.tsx'
import { UncountedNote } from '#app/ledgers/payments/ui/uncounted.tsx'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import { PaymentRequestSheet } from '#app/ledgers/references/ui/payment-request.tsx'
import type { FeeBackView } from '#app/unmatched/domain/fee-back-view.ts'
import { Arrived, ArrivedEarlier } from './arrived.tsx'

type SendSheetProps = {
  page: Pick<PaymentPage, 'deposit' | 'seen' | 'onLedger' | 'earlier'> & { backs: readonly FeeBackView[] }
  quote: QuoteView
  qr: QrDrawing | null
}

/**
 * What to send while the price holds, or the way to a new price, and that we watch for the payment. Neither while the
 * payer is under review: what arrives all the same is stored and shown.
 */
export function SendSheet({ page, quote, qr }: SendSheetProps) {
  const { t } = useTranslation()
  const { deposit, seen, onLedger, earlier, backs } = page
  const step = stepOf(quote, deposit)
  const isToSend = step === 'send' || step === 'sendRest'
  const isChecked = quote.toSend === null && step !== 'covered'
  return (
    <Sheet
      isNext
      title={isChecked ? t('checked.title') : t(`payment.${step}`)}
      top={
        isToSend &&
        !isChecked && (
          <Countdown since={quote.lockedAt} until={quote.expiresAt}>
            <MomentSentence at={quote.expiresAt} as="clock" text={(time) => t('payment.lockedUntil', { time })} />
          </Countdown>
        )
      }
      bottom={
        !isChecked && (
          <Watch title={t('payment.waiting')}>
            {t('payment.waitingText', { ledger: t(`payment.ledger.${networkOf(quote.asset)}`) })}
          </Watch>
        )
      }
    >
      <div className="stack">
        <Arrived quote={quote} deposit={deposit} seen={seen} />
        <UncountedNote payments={seen.payments} told={backs} />
        <OnLedger claimables={onLedger} />
        <ArrivedEarlier payments={earlier} />
        {isChecked && <p>{t('checked.text')}</p>}
        {isChecked && <HowLongChecked />}
        {isToSend && quote.toSend && qr && <Request quote={quote} toSend={quote.toSend} qr={qr} />}
        {step === 'expired' && !isChecked && <Refresh quote={quote} />}
      </div>
    </Sheet>
  )
}

function stepOf(quote: QuoteView, deposit: FeeDeposit): 'send' | 'sendRest' | 'expired' | 'covered' {
  if (quote.isExpired) return 'expired'
  if (deposit.state === 'covered') return 'covered'
  return deposit.state === 'short' ? 'sendRest' : 'send'
}

type RequestProps = { quote: QuoteView; toSend: NonNullable<QuoteView['toSend']>; qr: QrDrawing }

function Request({ quote, toSend, qr }: RequestProps) {
  const { t } = useTranslation()
  return (
    <PaymentRequestSheet
      amount={toSend.amount}
      asset={quote.asset}
      address={toSend.account}
      memo={quote.reference}
      uri={toSend.uri}
      xaman={toSend.xaman}
      qr={qr}
      networkRemark={t(`payment.only.${quote.asset}`)}
      due={{ worth: toSend.worth, test: null }}
    />
  )
}

/** Requests the same quote again: it keeps its memo and gets today's price. */
function Refresh({ quote }: { quote: QuoteView }) {
  const { t } = useTranslation()
  const isQuoting = useNavigation().formData?.get('intent') === 'quote'
  return (
    <>
      <p>{t('payment.expiredText')}</p>
      <Form method="post">
        <input type="hidden" name="amountUsd" value={quote.amountUsd} />
        <input type="hidden" name="amountUsdIn" value="plain" />
        <input type="hidden" name="asset" value={quote.asset} />
        <input type="hidden" name="couponCode" value={quote.couponCode ?? ''} />
        <Actions>
          <Button name="intent" value="quote" disabled={isQuoting}>
            {isQuoting ? t('payment.refreshing') : t('payment.refresh')}
          </Button>
        </Actions>
      </Form>
    </>
  )
}
