import type { ReactNode } from 'react'
import { RefreshWithoutScript } from './refresh-without-script.tsx'
import { useRefresh } from './use-refresh.ts'

type AutoRefreshProps = {
  seconds: number
  /** How often at most; for ever without. */
  times?: number
  /** Shown when `times` are over. */
  after?: ReactNode
}

/**
 * Keeps a waiting page current. Without JavaScript the browser reloads the whole page, so pages on which somebody
 * may be typing use `useRefresh` alone.
 */
export function AutoRefresh({ seconds, times = Number.POSITIVE_INFINITY, after = null }: AutoRefreshProps) {
  const asked = useRefresh(seconds, times)
  return (
    <>
      <RefreshWithoutScript seconds={seconds} />
      {asked >= times && after}
    </>
  )
}
