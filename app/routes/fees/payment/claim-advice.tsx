import { useTranslation } from 'react-i18next'
import { networkOf, takesTag } from '#app/domain/kernel/assets.ts'
import { shownMemo } from '#app/domain/ledger-payments/shown-memo.ts'
import type { ShownClaim } from '#app/queries/fees/fee-claim.server.ts'
import type { ShownQuote } from '#app/queries/fees/payment-page.server.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { SeenPaymentList, SeenPaymentRow } from '#app/ui/ledger-payments/seen-payment.tsx'
import { WriteToSupport } from '#app/ui/ledger-payments/uncounted.tsx'

/** What the ledger has shown of a hash that did not settle the fee, and what the payer can do next. */
export function ClaimAdvice({ claim, quote }: { claim: ShownClaim; quote: ShownQuote }) {
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
