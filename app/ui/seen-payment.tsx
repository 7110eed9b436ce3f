import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeenPayment } from '#app/domain/escrow-view.ts'
import { Amount } from './amount.tsx'
import { shortHash } from './code-groups.ts'
import { CopyButton } from './copy-button.tsx'
import { HashDisclosure } from './disclosure.tsx'
import { Moment } from './moment.tsx'

/** Payments as a ledger has them: amount, time and hash, one below the other. */
export function SeenPaymentList({ children }: { children: ReactNode }) {
  return <ul className="seen">{children}</ul>
}

type SeenPaymentRowProps = {
  payment: Omit<SeenPayment, 'problem'>
  /** The transaction on its ledger's explorer. */
  explorer?: string | null
  /** What the payment means, in a sentence. */
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
        </b>
        {asset ? (
          <Amount value={amount} asset={asset} />
        ) : (
          <bdi className="amt">
            {amount} {shortLabel(assetLabel)}
          </bdi>
        )}
      </p>
      {children && <p>{children}</p>}
      <div className="seen__hash">
        <HashDisclosure label={t('payment.seen.hash')} hash={hash} />
        <CopyButton value={hash} what={t('payment.seen.hash')} />
        {explorer && <a href={explorer}>{t('payment.seen.explorer')}</a>}
      </div>
    </li>
  )
}

/** "USDC:GFAKE…": an asset that shares its code with a known one is told apart by its issuer. */
function shortLabel(label: string): string {
  const [code = label, issuer] = label.split(':')
  return issuer === undefined ? code : `${code} (${shortHash(issuer)})`
}
