import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Asset, factsOfNetwork } from '#app/kernel/domain/assets.ts'
import { formatUsd } from '#app/kernel/i18n/format.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { HowLongChecked } from '#app/kernel/ui/text/how-long-checked.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { RichText } from '#app/kernel/ui/text/rich-text.tsx'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import { PaymentCare } from './payment-care.tsx'
import { PaymentQr } from './payment-qr.tsx'

export type AmountDue = {
  /** US dollars as a plain decimal, and when that price was read; null: no fresh price. */
  worth: { usd: string; at: string } | null
  /** Plain decimals: a small test payment, and what is still due after it. */
  test: { amount: string; rest: string } | null
  /** The payer is still being screened. */
  isChecked?: boolean
}

type PaymentRequestProps = {
  /** Plain decimal string, shown as it has to be typed: without separators. */
  amount: string
  asset: Asset
  address: string
  /** The reference: Stellar memo or XRP Ledger destination tag. */
  memo: string
  uri: string
  xaman?: string | null
  qr: QrDrawing
  networkRemark?: ReactNode
  due: AmountDue
}

/** All that a wallet needs. While the payer is screened (decision 068) neither address nor QR code is shown. */
export function PaymentRequestSheet(request: PaymentRequestProps) {
  const { t } = useTranslation()
  const { asset, amount, due } = request
  // Nobody is asked for money that we may not be allowed to accept.
  if (due.isChecked)
    return (
      <Note tone="waiting" title={t('checked.title')}>
        <p>{t('checked.text')}</p>
        <HowLongChecked />
      </Note>
    )
  return (
    <>
      <Rows {...request} />
      <PaymentCare asset={asset} amount={amount} test={due.test} />
    </>
  )
}

/** Amount and memo first, which are mistyped most; then the QR code with everything, then the rest. */
function Rows({ amount, asset, address, memo, uri, xaman, qr, networkRemark, due: { worth } }: PaymentRequestProps) {
  const { t, i18n } = useTranslation()
  const { name: network, memoKind } = factsOfNetwork(asset)
  const memoName = memoKind === 'tag' ? t('ui.pay.tag') : t('ui.pay.memo')
  return (
    <div className="pay">
      <dl className="pay__first">
        <Row
          name={t('ui.pay.amount')}
          copied={amount}
          hint={
            worth && (
              <p className="hint">
                <MomentSentence
                  at={worth.at}
                  as="clock"
                  text={(time) => t('ui.worth', { usd: formatUsd(worth.usd, i18n.language), time })}
                />
              </p>
            )
          }
        >
          <bdi dir="ltr">
            <span className="sum">{amount}</span> <span className="sum sum--unit">{asset}</span>
          </bdi>
        </Row>
        <Row name={memoName} copied={memo} tag={t('ui.pay.required')}>
          <span className="memo">{memo}</span>
        </Row>
      </dl>
      <PaymentQr uri={uri} drawing={qr} xaman={xaman} withHint />
      <dl className="pay__more">
        <Row name={t('ui.pay.address')} copied={address}>
          <Code value={address} shape="address" />
        </Row>
        <div className="pay__row pay__row--one">
          <dt>{t('ui.pay.network')}</dt>
          <dd>
            <b>{network}</b> {networkRemark && <span className="muted small">({networkRemark})</span>}
          </dd>
        </div>
      </dl>
      <p className="pay__care">
        <RichText
          text={t(memoKind === 'tag' ? 'payment.noteTag' : 'payment.noteMemo', { memo })}
          components={{ b: <strong /> }}
        />
      </p>
    </div>
  )
}

type RowProps = { name: string; copied: string; tag?: string; hint?: ReactNode; children: ReactNode }

function Row({ name, copied, tag, hint, children }: RowProps) {
  return (
    <div className="pay__row">
      <dt>
        {name} {tag && <Tag tone="attention">{tag}</Tag>}
      </dt>
      <dd className="pay__val">
        <div>{children}</div>
        <CopyButton value={copied} what={name} />
        {hint}
      </dd>
    </div>
  )
}
