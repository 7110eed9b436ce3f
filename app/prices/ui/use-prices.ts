import { useEffect, useState } from 'react'

export type TickerPrice = {
  asset: string
  /** US dollars as a plain decimal string; null when unknown. */
  usd: string | null
  /** Percent as a plain decimal string; null when unknown. */
  change24h: string | null
}

/** Spec §9. */
const REFRESH_MS = 60_000

/** The page's prices, refreshed each minute without the router: an offline minute must not show an error page. */
export function usePrices(fromPage: TickerPrice[] | null | undefined): TickerPrice[] | null | undefined {
  const [fetched, setFetched] = useState<TickerPrice[] | null | undefined>(undefined)

  useEffect(() => {
    setFetched(undefined)
    const gone = new AbortController()
    const ask = () =>
      readPrices(gone.signal).then(setFetched, () => {
        if (!gone.signal.aborted) setFetched(null)
      })
    if (fromPage === undefined) ask()
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(), REFRESH_MS)
    return () => {
      clearInterval(timer)
      gone.abort()
    }
  }, [fromPage])

  return fetched === undefined ? fromPage : fetched
}

async function readPrices(signal: AbortSignal): Promise<TickerPrice[]> {
  const response = await fetch('/prices', { signal, headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`Prices answered ${response.status}`)
  const { prices }: { prices: TickerPrice[] | null } = await response.json()
  if (!prices) throw new Error('There are no prices')
  return prices
}
