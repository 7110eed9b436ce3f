import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDecimal } from '#app/kernel/i18n/format.ts'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Amount, ForeignAmount } from '#app/kernel/ui/text/amount.tsx'
import { shortHash } from '#app/kernel/ui/text/code-groups.ts'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import type { SeenPayment, SmallerPayments } from '#app/ledgers/payments/domain/seen-payment.ts'

type SeenPaymentListProps = {
  children: ReactNode
  /** Payments that are not listed. */
  smaller?: SmallerPayments | null
}

export function SeenPaymentList({ children, smaller = null }: SeenPaymentListProps) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <ul className="seen">{children}</ul>
      {smaller && (
        <p className="small">
          {t('payment.seen.smaller', {
            number: `${formatDecimal(String(smaller.count), i18n.language, 0)}${smaller.isMore ? '+' : ''}`,
          })}
        </p>
      )}
    </>
  )
}

type SeenPaymentRowProps = {
  payment: Omit<SeenPayment, 'problem'>
  explorer?: string | null
  /** A sentence about what the payment means. */
  children?: ReactNode
}

export function SeenPaymentRow({ payment, explorer, children }: SeenPaymentRowProps) {
  const { t } = useTranslation()
  const { asset, amount, assetLabel, at, hash } = payment
  return (
    <li>
      <p className="seen__head">
        <b>
          <Moment at={at} />
        </b>{' '}
        {asset ? (
          <Amount value={amount} asset={asset} />
        ) : (
          <ForeignAmount value={amount} label={shortLabel(assetLabel)} />
        )}
      </p>
      {children && <p>{children}</p>}
      <div className="seen__hash">
        <HashDisclosure label={t('payment.seen.hash')} hash={hash} />
        <CopyButton value={hash} what={t('payment.seen.hash')} />{' '}
        {explorer && <a href={explorer}>{t('payment.seen.explorer')}</a>}
      </div>
    </li>
  )
}

/** "USDC:GFAKE…": the issuer distinguishes an asset that shares its code with a known one. */
function shortLabel(label: string): string {
  const [code = label, issuer] = label.split(':')
  return issuer === undefined ? code : `${code} (${shortHash(issuer)})`
}
