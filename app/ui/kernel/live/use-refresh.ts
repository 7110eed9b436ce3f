import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

/**
 * Asks the page's loaders again every few seconds, at most `times` often, and not while the tab is hidden or the
 * browser offline. Answers how often it has asked.
 */
export function useRefresh(seconds: number, times = Number.POSITIVE_INFINITY): number {
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

  return asked
}
