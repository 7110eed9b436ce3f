import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentRow } from '#app/fees/queries/paid-fees.server.ts'
import { FoldedSheet, HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Amount, ForeignAmount } from '#app/kernel/ui/text/amount.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'

/** The person's payments on the ledgers, newest first. `page`: where the person sees an escrow. */
export function Payments({
  payments,
  page,
  isOpen,
  children,
}: {
  payments: PaymentRow[]
  page: '/transaction-lookup' | '/seller-confirm'
  /** Open if the URL asks for payments; otherwise folded. */
  isOpen: boolean
  /** The pager. */
  children: ReactNode
}) {
  const { t } = useTranslation()
  if (payments.length === 0) return null
  return (
    <FoldedSheet title={t('dashboard.payments.title')} id="payments" open={isOpen}>
      <ul className="payments">
        {payments.map((payment) => (
          <li key={`${payment.hash} ${payment.transactionId} ${payment.amount}`}>
            <p>
              <b>{t(`dashboard.payments.${payment.kind}`)}</b>{' '}
              {payment.transactionId && (
                <Link to={`${page}?txid=${payment.transactionId}`}>
                  <InlineCode size="small">{payment.transactionId}</InlineCode>
                </Link>
              )}
            </p>
            {payment.asset ? (
              <Amount value={payment.amount} asset={payment.asset} />
            ) : (
              <ForeignAmount value={payment.amount} label={payment.label} />
            )}
            <div className="payments__more">
              <p className="small muted">
                <Moment at={payment.at} />
                {!payment.counts && <> · {t('dashboard.payments.odd')}</>}
                {payment.receipt && (
                  <>
                    {' '}
                    · <Link to={`/receipt?number=${payment.receipt}`}>{t('pages.receipt')}</Link>
                  </>
                )}
              </p>
              <HashDisclosure label={t('dashboard.payments.hash')} hash={payment.hash} />
            </div>
          </li>
        ))}
      </ul>
      {children}
    </FoldedSheet>
  )
}
