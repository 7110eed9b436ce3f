import { useTranslation } from 'react-i18next'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { formatAmount, formatDecimal, formatUsd } from '#app/kernel/i18n/format.ts'

/** "412,500.0000 XLM" from a plain decimal string. Amount and unit stay on one line, left to right. */
export function Amount({ value, asset }: { value: string; asset: Asset }) {
  const { i18n } = useTranslation()
  return (
    <bdi className="amt" suppressHydrationWarning>
      {formatAmount(value, asset, i18n.language)}
    </bdi>
  )
}

/** An amount of an asset that Quayside does not know, with its own name; every place is shown. */
export function ForeignAmount({ value, label }: { value: string; label: string }) {
  const { i18n } = useTranslation()
  return (
    <bdi className="amt" suppressHydrationWarning>
      {formatDecimal(value, i18n.language, 0)} {label}
    </bdi>
  )
}

/** "$48,000.00" from a plain decimal string. */
export function Usd({ value }: { value: string }) {
  const { i18n } = useTranslation()
  return (
    <bdi className="amt" suppressHydrationWarning>
      {formatUsd(value, i18n.language)}
    </bdi>
  )
}
