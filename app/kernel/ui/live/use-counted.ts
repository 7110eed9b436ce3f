import { useEffect, useState } from 'react'

/** Counts up every `seconds`, at most to `times`; not while the tab is hidden or the browser offline. */
export function useCounted(seconds: number, times: number): number {
  const [counted, setCounted] = useState(0)
  useEffect(() => {
    if (counted >= times) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) setCounted((count) => count + 1)
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds, times, counted])
  return counted
}
