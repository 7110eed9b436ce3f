import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/** The longest wait of a timer, which cannot count much longer ones. */
const LONGEST_MS = 24 * 60 * 60_000
/** The browser's clock may be ahead of ours: then the loaders are asked again after this. */
const AGAIN_MS = 5_000

/** Reloads the loaders at a moment (ISO 8601) when the page changes by itself; repeats until the moment is null. */
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
