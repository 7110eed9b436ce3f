import { useTranslation } from 'react-i18next'
import { formatAmount, formatPrice } from '#app/i18n/kernel/format.ts'
import type { FeeReceipt } from '#app/queries/fees/fee-receipt.server.ts'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { SeenPaymentList, SeenPaymentRow } from '#app/ui/ledger-payments/seen-payment.tsx'
import { WriteToSupport } from '#app/ui/ledger-payments/uncounted.tsx'
import { PriceSource } from '#app/ui/prices/price-source.tsx'

/** How it was paid: the price that was locked, what was asked for and what arrived, from whom and where. */
export function Paid({ receipt }: { receipt: FeeReceipt }) {
  const { t, i18n } = useTranslation()
  const { asset, price, payments, smaller } = receipt
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
        <SeenPaymentList smaller={smaller}>
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
