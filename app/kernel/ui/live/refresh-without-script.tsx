import { createContext, useContext } from 'react'

export type PageRefresh = {
  seconds: number
  /** Where the browser goes; absent: the same page. */
  to?: string
}

/** Notes the refresh that a page being rendered asks for; null in the browser, where pages refresh themselves. */
export const PageRefreshContext = createContext<((refresh: PageRefresh) => void) | null>(null)

/**
 * Makes a browser without JavaScript load the page anew after a while, or another one. The tag belongs in the head,
 * which is written before this part of the page: so the wish is noted, and entry.server.tsx writes it there.
 */
export function RefreshWithoutScript(refresh: PageRefresh) {
  useContext(PageRefreshContext)?.(refresh)
  return null
}

export function RefreshMeta({ seconds, to }: PageRefresh) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={to === undefined ? String(seconds) : `${seconds};url=${to}`} />
    </noscript>
  )
}
