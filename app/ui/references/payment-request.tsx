import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { Tag } from '#app/ui/kernel/frames/tag.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import { CopyButton } from '#app/ui/kernel/text/copy-button.tsx'
import { PaymentQr, type QrDrawing } from './payment-qr.tsx'

export type PaymentRequestProps = {
  /** Plain decimal string, shown as it has to be typed: without separators. */
  amount: string
  asset: Asset
  address: string
  /** The reference: Stellar memo or XRP Ledger destination tag. */
  memo: string
  uri: string
  xaman?: string | null
  qr: QrDrawing
  /** A remark beside the network's name. */
  networkRemark?: ReactNode
}

/** Everything that a wallet has to be told, to read, to copy and to scan. */
export function PaymentRequest({ amount, asset, address, memo, uri, xaman, qr, networkRemark }: PaymentRequestProps) {
  const { t } = useTranslation()
  const isXrp = asset === 'XRP'
  const memoName = isXrp ? t('ui.pay.tag') : t('ui.pay.memo')
  return (
    <div className="pay">
      <dl>
        <Row name={t('ui.pay.amount')} copied={amount}>
          <bdi dir="ltr">
            <span className="sum">{amount}</span> <span className="sum sum--unit">{asset}</span>
          </bdi>
          <p className="hint">{t('amount.copied')}</p>
        </Row>
        <Row name={memoName} copied={memo} tag={t('ui.pay.required')}>
          <span className="memo">{memo}</span>
        </Row>
        <Row name={t('ui.pay.address')} copied={address}>
          <Code value={address} shape="address" />
        </Row>
        <div className="pay__row">
          <dt>{t('ui.pay.network')}</dt>
          <dd>
            <b>{isXrp ? 'XRP Ledger' : 'Stellar'}</b>{' '}
            {networkRemark && <span className="muted small">({networkRemark})</span>}
          </dd>
        </div>
      </dl>
      <PaymentQr uri={uri} drawing={qr} xaman={xaman} withHint />
    </div>
  )
}

function Row({ name, copied, tag, children }: { name: string; copied: string; tag?: string; children: ReactNode }) {
  return (
    <div className="pay__row">
      <dt>
        {name} {tag && <Tag tone="attention">{tag}</Tag>}
      </dt>
      <dd className="pay__val">
        <div>{children}</div>
        <CopyButton value={copied} what={name} />
      </dd>
    </div>
  )
}
