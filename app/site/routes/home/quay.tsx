import { useTranslation } from 'react-i18next'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { formatPrice, formatRounded } from '#app/kernel/i18n/format.ts'
import { Strip } from '#app/kernel/ui/frames/strip.tsx'
import { useRefresh } from '#app/kernel/ui/live/use-refresh.ts'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'

/** Market data of the home page. Amounts are plain decimal strings. */
export type HomeMarket = {
  /** US dollars per unit, and when it was read (ISO 8601). Null: shown as N/A. */
  prices: { asset: string; usd: string | null; readAt: string | null }[]
  /** Newest last, at most 10 for each asset (spec §9). */
  trades: { asset: string; trades: { usd: string; volume: string; at: string }[] }[]
}

/** Spec §9: the trades are refreshed every 120 s. */
const REFRESH_SECONDS = 120

export function Quay({ market }: { market: HomeMarket }) {
  const { t, i18n } = useTranslation()
  useRefresh(REFRESH_SECONDS)
  const priceOf = (asset: string) => market.prices.find((price) => price.asset === asset)?.usd ?? null
  // The oldest time, so that the line never claims to be newer than its prices.
  const readAt = market.prices.flatMap((price) => price.readAt ?? []).sort()[0]
  return (
    <section className="quay quay--slip" aria-label={t('home.prices.label')}>
      <div className="wrap">
        <div className="prices">
          {ASSETS.map((asset) => {
            const usd = priceOf(asset)
            return (
              <p key={asset} className="price">
                <span>{asset}</span> <b>{usd === null ? t('ui.na') : <bdi>{formatPrice(usd, i18n.language)}</bdi>}</b>
              </p>
            )
          })}
          <p className="prices__when">
            {readAt ? (
              <MomentSentence at={readAt} as="clock" text={(time) => t('home.prices.read', { time })} />
            ) : (
              t('home.prices.unavailable')
            )}
          </p>
        </div>
        <Trades trades={market.trades} />
      </div>
    </section>
  )
}

function Trades({ trades }: Pick<HomeMarket, 'trades'>) {
  const { t, i18n } = useTranslation()
  return (
    <section className="trades" aria-label={t('home.prices.trades')}>
      {ASSETS.map((asset) => {
        const last = trades.find((row) => row.asset === asset)?.trades ?? []
        return (
          <div key={asset}>
            <h2>{asset}/USD</h2>
            {last.length === 0 ? (
              <p className="trades__none">{t('home.prices.noTrades')}</p>
            ) : (
              <Strip className="trades__view" label={`${asset}/USD`}>
                {last.map((trade, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two trades may agree in everything but their place
                  <li key={`${trade.at} ${index}`}>
                    <bdi dir="ltr">
                      {formatRounded(trade.usd, i18n.language, 4)}{' '}
                      <span>× {formatRounded(trade.volume, i18n.language, 2)}</span>
                    </bdi>
                  </li>
                ))}
              </Strip>
            )}
          </div>
        )
      })}
    </section>
  )
}
