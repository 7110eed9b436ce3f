import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/** Longer waits are none: a timer cannot count them. */
const LONGEST_MS = 24 * 60 * 60_000

/** Asks the page's loaders again at a moment (ISO 8601) at which it shows something else though nobody has done anything. */
export function useRefreshAt(moment: string | null): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const left = moment === null ? Number.NaN : new Date(moment).getTime() - Date.now()
    if (!(left > 0 && left < LONGEST_MS)) return
    const timer = setTimeout(revalidate, left)
    return () => clearTimeout(timer)
  }, [moment, revalidate])
}
