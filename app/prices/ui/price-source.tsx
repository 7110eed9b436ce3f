import { useTranslation } from 'react-i18next'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'

type PriceSourceProps = {
  /** A service's name, or 'fixed' for the dollar that USDC counts as when a service is silent (spec §7). */
  source: string
  /** ISO 8601: when it was read. */
  at: string
  /** `age`: how long ago, for a price still to be paid. `date`: for a receipt. */
  as: 'age' | 'date'
}

/** Source and age of a price. A service's price is confirmed by the other one (product.md §7). */
export function PriceSource({ source, at, as }: PriceSourceProps) {
  const { t } = useTranslation()
  if (source === 'fixed') return t('ui.fee.source.fixed')
  return (
    <>
      {t('ui.fee.source.checked', { source })}
      <Comma />
      <MomentSentence at={at} as={as === 'date' ? 'full' : 'clock'} text={(time) => t('ui.fee.read', { time })} />
      {as === 'age' && (
        <>
          {' '}
          (<Moment at={at} as="relative" />)
        </>
      )}
    </>
  )
}
