import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** Reloads the page's loaders every `seconds` while `isOn`; not while the tab is hidden or the browser offline. */
export function useRefresh(seconds: number, isOn = true): void {
  const { revalidate, state } = useRevalidator()
  const isIdle = useRef(true)
  isIdle.current = state === 'idle'

  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine && isIdle.current) revalidate()
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds, isOn, revalidate])
}
