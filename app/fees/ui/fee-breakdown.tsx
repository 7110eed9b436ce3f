import { useTranslation } from 'react-i18next'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { formatPrice, formatRate } from '#app/kernel/i18n/format.ts'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Amount, Usd } from '#app/kernel/ui/text/amount.tsx'
import { PriceSource } from '#app/prices/ui/price-source.tsx'

/** Plain decimal strings from the quote; nothing is computed here. */
export type FeeBreakdownProps = {
  transactionUsd?: string
  /** "0.0075". */
  feeRate: string
  grossUsd: string
  coupon?: { code: string; discountRate: string; discountUsd: string } | null
  /** What the $100 minimum adds to the discounted fee. Null: nothing. */
  minimumTopUpUsd?: string | null
  netUsd: string
  /** `amount`: to send, as it has to be typed, without separators. Null: this amount is not due any more. */
  quote?: { asset: Asset; priceUsd: string; priceSource: string; priceReadAt: string; amount: string | null } | null
}

/** The fee, line by line (product.md §5). */
export function FeeBreakdown(fee: FeeBreakdownProps) {
  const { t, i18n } = useTranslation()
  const rate = (value: string) => formatRate(value, i18n.language)
  const rows: (Fact | null | undefined | false)[] = [
    fee.transactionUsd !== undefined && { label: t('ui.fee.transaction'), value: <Usd value={fee.transactionUsd} /> },
    { label: t('ui.fee.gross', { rate: rate(fee.feeRate) }), value: <Usd value={fee.grossUsd} /> },
    fee.coupon && {
      label: t('ui.fee.coupon', { code: fee.coupon.code, rate: rate(fee.coupon.discountRate) }),
      value: <Usd value={`-${fee.coupon.discountUsd}`} />,
    },
    fee.minimumTopUpUsd != null && {
      label: t('ui.fee.minimum'),
      value: (
        <>
          +<Usd value={fee.minimumTopUpUsd} />
        </>
      ),
    },
    { label: t('ui.fee.net'), value: <Usd value={fee.netUsd} />, total: true },
    fee.quote && {
      label: t('ui.fee.price', { asset: fee.quote.asset }),
      value: formatPrice(fee.quote.priceUsd, i18n.language),
      detail: <PriceSource source={fee.quote.priceSource} at={fee.quote.priceReadAt} as="age" />,
    },
    fee.quote?.amount != null && {
      label: t('ui.fee.toSend'),
      value: <Amount value={fee.quote.amount} asset={fee.quote.asset} />,
    },
  ]
  return <Facts items={rows.filter((row) => row !== null && row !== undefined && row !== false)} />
}
