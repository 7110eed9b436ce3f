import { useTranslation } from 'react-i18next'
import type { PriceNow } from '#app/fees/queries/payment-page.server.ts'
import { formatPrice } from '#app/kernel/i18n/format.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'

/** The price of each asset before a quote, its age, and why an asset cannot be quoted now. */
export function PricesNow({ prices }: { prices: PriceNow[] }) {
  const { t, i18n } = useTranslation()
  return (
    <Sheet title={t('payment.pricesTitle')}>
      <Facts
        items={prices.map((price) => ({
          label: t('ui.fee.price', { asset: price.asset }),
          value: price.usd === null ? t('ui.na') : formatPrice(price.usd, i18n.language),
          detail: <Age price={price} />,
        }))}
      />
      {prices.map(
        ({ asset, doubt }) =>
          doubt && (
            <p key={asset} className="small muted">
              {t(`refusal.${doubt}`, { currency: asset })}
            </p>
          ),
      )}
    </Sheet>
  )
}

function Age({ price: { isFixed, readAt } }: { price: PriceNow }) {
  const { t } = useTranslation()
  if (isFixed) return t('ui.fee.source.fixed')
  if (readAt === null) return null
  return <MomentSentence at={readAt} as="clock" text={(time) => t('ui.fee.read', { time })} />
}
