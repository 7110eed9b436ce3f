import { useRevalidator } from '@remix-run/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

type AutoRefreshProps = {
  seconds: number
  /** How often at most; for ever without. */
  times?: number
  /** Shown when `times` are over. */
  after?: ReactNode
}

/**
 * Asks the page's loaders again every few seconds, and not while the tab is hidden or the browser offline. Without
 * JavaScript the browser reloads the page; fields that were being filled in stay out of such pages.
 */
export function AutoRefresh({ seconds, times = Number.POSITIVE_INFINITY, after = null }: AutoRefreshProps) {
  const { revalidate, state } = useRevalidator()
  const [asked, setAsked] = useState(0)
  const isIdle = useRef(true)
  isIdle.current = state === 'idle'

  useEffect(() => {
    if (asked >= times) return
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible' || !navigator.onLine || !isIdle.current) return
      setAsked((count) => count + 1)
      revalidate()
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds, times, asked, revalidate])

  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(seconds)} />
      </noscript>
      {asked >= times && after}
    </>
  )
}
