import { useTranslation } from 'react-i18next'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'

type PriceSourceProps = {
  /** A service's name, or 'fixed' for the dollar that USDC counts as when a service is silent (spec §7). */
  source: string
  /** ISO 8601: when it was read. */
  at: string
  /** `age`: how long ago that is, for a price that is still to be paid. `date`: for a receipt. */
  as: 'age' | 'date'
}

/** Where a price comes from and how old it is. A service's price is one that the other one bears out (product.md §7). */
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
