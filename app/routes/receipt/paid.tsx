import { useTranslation } from 'react-i18next'
import { formatAmount, formatPrice } from '#app/i18n/format.ts'
import type { FeeReceipt } from '#app/queries/fee-receipt.server.ts'
import { Amount } from '#app/ui/amount.tsx'
import { Code } from '#app/ui/code.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { MomentSentence } from '#app/ui/moment.tsx'
import { Note } from '#app/ui/note.tsx'
import { PriceSource } from '#app/ui/price-source.tsx'
import { SeenPaymentList, SeenPaymentRow } from '#app/ui/seen-payment.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { WriteToSupport } from '#app/ui/uncounted.tsx'

/** How it was paid: the price that was locked, what was asked for and what arrived, from whom and where. */
export function Paid({ receipt }: { receipt: FeeReceipt }) {
  const { t, i18n } = useTranslation()
  const { asset, price, payments } = receipt
  return (
    <Sheet title={t('receipt.payment')}>
      <div className="stack">
        <Facts
          items={[
            {
              label: t('ui.fee.price', { asset }),
              value: formatPrice(price.usd, i18n.language),
              detail: <PriceSource source={price.source} at={price.readAt} as="date" />,
            },
            { label: t('receipt.asked'), value: <Amount value={receipt.asked} asset={asset} /> },
            { label: t('receipt.received'), value: <Amount value={receipt.received} asset={asset} /> },
            { label: t('ui.pay.network'), value: receipt.networkName },
            { label: t('receipt.to'), value: <Code value={receipt.account} shape="address" size="small" /> },
            { label: t(asset === 'XRP' ? 'ui.pay.tag' : 'ui.pay.memo'), value: receipt.number },
            { label: t('receipt.from'), value: <Code value={receipt.payer.address} shape="address" size="small" /> },
          ]}
        />
        <Excess receipt={receipt} />
        <SeenPaymentList>
          {payments.map((payment) => (
            <SeenPaymentRow key={payment.id} payment={payment} explorer={payment.explorer} />
          ))}
        </SeenPaymentList>
      </div>
    </Sheet>
  )
}

/** Too much was sent. */
function Excess({ receipt: { excess, asset, payments } }: { receipt: FeeReceipt }) {
  const { t, i18n } = useTranslation()
  if (!excess) return null
  const amount = formatAmount(excess.amount, asset, i18n.language)
  const newest = payments.at(-1)
  return (
    <Note title={t('receipt.excess')}>
      {excess.settledAt === null ? (
        <p>
          {t('receipt.excessOwed', { amount })} {newest && <WriteToSupport hash={newest.hash} />}
        </p>
      ) : (
        <p>
          <MomentSentence
            at={excess.settledAt}
            as="day"
            text={(time) => t('receipt.excessSettled', { amount, time })}
          />
        </p>
      )}
    </Note>
  )
}
