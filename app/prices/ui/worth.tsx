import { useTranslation } from 'react-i18next'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { formatUsd } from '#app/kernel/i18n/format.ts'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { typedWorth } from '#app/prices/domain/typed-worth.ts'

type WorthProps = {
  /** Plain digits; null while the input is not a number. */
  amount: string | null
  asset: Asset
  /** US dollars per unit, where a price can be trusted. */
  prices: readonly { asset: Asset; usd: string; readAt: string }[]
}

/** The current worth of an amount, for display only. */
export function Worth({ amount, asset, prices }: WorthProps) {
  const { t, i18n } = useTranslation()
  const price = prices.find((candidate) => candidate.asset === asset)
  const usd = amount !== null && price ? typedWorth(amount, price.usd) : null
  if (usd === null || !price) return null
  return (
    <p className="small muted">
      <MomentSentence
        at={price.readAt}
        as="clock"
        text={(time) => t('ui.worth', { usd: formatUsd(usd, i18n.language), time })}
      />
    </p>
  )
}
