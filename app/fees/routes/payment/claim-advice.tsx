import { useTranslation } from 'react-i18next'
import type { ClaimView } from '#app/fees/queries/fee-claim.server.ts'
import type { QuoteView } from '#app/fees/queries/payment-page.server.ts'
import { networkOf, takesTag } from '#app/kernel/domain/assets.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { shownMemo } from '#app/ledgers/payments/domain/shown-memo.ts'
import { SeenPaymentList, SeenPaymentRow } from '#app/ledgers/payments/ui/seen-payment.tsx'
import { WriteToSupport } from '#app/ledgers/payments/ui/uncounted.tsx'

/** What the ledger shows of a hash that did not settle the fee, and what the payer can do next. */
export function ClaimAdviceNote({ claim, quote }: { claim: ClaimView; quote: QuoteView }) {
  const { t } = useTranslation()
  const { advice, payments } = claim
  const isForSupport = advice === 'noMemo' || advice === 'otherMemo' || advice === 'used'
  const memo = payments.find((payment) => payment.memo !== null && payment.memo !== quote.reference)?.memo ?? ''
  const values = {
    ledger: t(`payment.ledger.${networkOf(quote.asset)}`),
    network: quote.networkName,
    own: quote.reference,
    memo: shownMemo(memo),
    memoName: t(takesTag(quote.asset) ? 'payment.tagName' : 'payment.memoName'),
  }
  return (
    <Note after title={t('payment.advice.title')}>
      <p>
        {t(`payment.advice.${advice}`, values)} {isForSupport && <WriteToSupport hash={claim.hash} />}
      </p>
      {payments.length > 0 && (
        <SeenPaymentList>
          {payments.map((payment) => (
            <SeenPaymentRow key={payment.id} payment={payment} />
          ))}
        </SeenPaymentList>
      )}
    </Note>
  )
}
