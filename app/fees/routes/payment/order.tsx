import { useTranslation } from 'react-i18next'
import type { PaymentPage, QuoteView } from '#app/fees/queries/payment-page.server.ts'
import { formatUsd } from '#app/kernel/i18n/format.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { RichText } from '#app/kernel/ui/text/rich-text.tsx'
import { CouponSentence, OrderForm } from './order-form.tsx'

export type OrderPage = PaymentPage & {
  /** Of the link, of the quote, or kept from an earlier link. */
  couponCode: string
  /** The link has another code than the quote. */
  hasNewCode: boolean
  /** US dollars that the link asks a fee for; the form's initial value. */
  amountUsd: string | null
}

/** What the fee is for: a form; once there is a quote, one line that opens. */
export function Order({ page, refused }: { page: OrderPage; refused: RefusedForm | undefined }) {
  const { t } = useTranslation()
  const { quote, couponCode, hasNewCode, deposit, amountUsd } = page
  const form = <OrderForm quote={quote} amountUsd={amountUsd} couponCode={couponCode} refused={refused} />
  if (!quote) return <Sheet title={t('payment.order')}>{form}</Sheet>
  const isRefused = refused !== undefined && refused.values.intent !== 'confirm'
  return (
    <Disclosure look="sheet" noPrint open={isRefused || hasNewCode} summary={<Summary quote={quote} />}>
      {form}
      {deposit.state !== 'none' && <p className="sheet__in small muted">{t('payment.changeKeeps')}</p>}
    </Disclosure>
  )
}

function Summary({ quote }: { quote: QuoteView }) {
  const { t, i18n } = useTranslation()
  const values = {
    amount: formatUsd(quote.amountUsd, i18n.language),
    fee: formatUsd(quote.netUsd, i18n.language),
    asset: quote.asset,
  }
  return (
    <>
      <RichText text={t('payment.summary', values)} components={{ b: <b /> }} />
      <Gap />
      <CouponSentence verdict={quote.couponVerdict} />
    </>
  )
}
