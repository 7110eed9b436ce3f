import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatChange, formatPrice, isFall } from '#app/kernel/i18n/format.ts'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { Strip } from '#app/kernel/ui/frames/strip.tsx'
import { type TickerPrice, usePrices } from './use-prices.ts'
import { useStill } from './use-still.ts'

type PriceTickerProps = {
  /** From the page's loader: null when the prices could not be read, undefined when they are still awaited. */
  prices?: TickerPrice[] | null
  /** The call to action can be switched off (spec §2). */
  cta?: { href: string; label: string } | false
  /** Names the strip where a page has a second one. */
  label?: string
}

/** The strip of live prices above every page (spec §2 and §9). */
export function PriceTicker({ prices, cta, label }: PriceTickerProps) {
  const { t } = useTranslation()
  const current = usePrices(prices)
  const link = cta ?? { href: '/instructions', label: t('ui.ticker.cta') }
  return (
    <section className="ticker" aria-label={label ?? t('ui.ticker.label')}>
      {current && <HoldControl />}
      {current && (
        <Strip className="ticker__view" label={label ?? t('ui.ticker.label')}>
          {current.map((price) => (
            <PriceItem key={price.asset} {...price} />
          ))}
        </Strip>
      )}
      {!current && <StillView isLoading={current === undefined} />}
      {link && (
        <Link className="ticker__cta" to={link.href}>
          {link.label}
        </Link>
      )}
    </section>
  )
}

function PriceItem({ asset, usd, change24h }: TickerPrice) {
  const { t, i18n } = useTranslation()
  const isDown = change24h !== null && isFall(change24h)
  return (
    <li>
      <b>{asset}</b> <bdi>{usd === null ? t('ui.na') : formatPrice(usd, i18n.language)}</bdi>{' '}
      {change24h !== null && (
        <span className={isDown ? 'down' : 'up'}>
          <span aria-hidden="true">{isDown ? '▼' : '▲'}</span>{' '}
          <span className="vh">{isDown ? t('ui.ticker.down') : t('ui.ticker.up')}</span>{' '}
          <bdi>{formatChange(change24h, i18n.language)}</bdi>
        </span>
      )}
    </li>
  )
}

function StillView({ isLoading }: { isLoading: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="ticker__view">
      <p className="still" role="status">
        {isLoading ? (
          <>
            <span className="bone" />
            <span className="bone" />
            <span className="vh">{t('ui.ticker.loading')}</span>
          </>
        ) : (
          t('ui.ticker.unavailable')
        )}
      </p>
    </div>
  )
}

/** Stops every strip on the page at once, by CSS alone, and on the next pages too. */
function HoldControl() {
  const { t } = useTranslation()
  const { box, keep } = useStill()
  return (
    <label className="hold">
      <input ref={box} type="checkbox" onChange={keep} />
      <span className="vh">{t('ui.ticker.hold')}</span>
      <Icon name="hold" className="i--hold" />
      <Icon name="play" className="i--play" />
    </label>
  )
}
