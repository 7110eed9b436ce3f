import { createContext, useContext } from 'react'

export type PageRefresh = {
  seconds: number
  /** Where the browser goes; the same page without. */
  to?: string
}

/** Takes note of what a page that is being written wants; null in the browser, where pages refresh themselves. */
export const PageRefreshContext = createContext<((refresh: PageRefresh) => void) | null>(null)

/**
 * A browser without JavaScript loads the page anew after a while, or another one. HTML has the place for that in the
 * document's head, which is written before this part of the page: so the wish is noted, and entry.server.tsx puts it there.
 */
export function RefreshWithoutScript(refresh: PageRefresh) {
  useContext(PageRefreshContext)?.(refresh)
  return null
}

/** What goes into the head. */
export function RefreshMeta({ seconds, to }: PageRefresh) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={to === undefined ? String(seconds) : `${seconds};url=${to}`} />
    </noscript>
  )
}
