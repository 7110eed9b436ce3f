import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { hearNews, type News } from './hear-news.ts'

/** Asks the page's loaders again as soon as what it shows has changed. Null: it waits for nothing. */
export function useNews(news: News | null): void {
  const { revalidate, state } = useRevalidator()
  const isIdle = useRef(true)
  isIdle.current = state === 'idle'
  const { of, since } = news ?? {}

  useEffect(() => {
    if (of === undefined || since === undefined) return
    const stopped = new AbortController()
    const onNews = () => {
      if (isIdle.current) revalidate()
    }
    void hearNews({ of, since }, { signal: stopped.signal, onNews })
    return () => stopped.abort()
  }, [of, since, revalidate])
}
