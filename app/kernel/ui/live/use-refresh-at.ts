import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/** Longer waits are none: a timer cannot count them. */
const LONGEST_MS = 24 * 60 * 60_000
/** The browser's clock may be ahead of ours: then it is asked once more. */
const AGAIN_MS = 5_000

/**
 * Asks the page's loaders again at a moment (ISO 8601) from which on it shows something else, though nobody has done anything;
 * until it shows that, and the moment is null.
 */
export function useRefreshAt(moment: string | null): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (moment === null) return
    let timer: ReturnType<typeof setTimeout>
    const askAt = (time: number) => {
      timer = setTimeout(
        () => {
          revalidate()
          askAt(Date.now() + AGAIN_MS)
        },
        Math.min(Math.max(time - Date.now(), 0), LONGEST_MS),
      )
    }
    askAt(new Date(moment).getTime())
    return () => clearTimeout(timer)
  }, [moment, revalidate])
}
