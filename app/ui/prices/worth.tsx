import { useTranslation } from 'react-i18next'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { typedWorth } from '#app/domain/prices/typed-worth.ts'
import { formatUsd } from '#app/i18n/kernel/format.ts'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'

type WorthProps = {
  /** Plain digits; null while nothing clear is typed. */
  amount: string | null
  asset: Asset
  /** US dollars for one unit, where a price can be trusted. */
  prices: readonly { asset: Asset; usd: string; readAt: string }[]
}

/** What an amount is worth just now, beside it. Nothing is reckoned with it. */
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
