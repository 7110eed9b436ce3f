import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { hearNews, type News } from './hear-news.ts'

/** Revalidates the page when its subject changes. Null: nothing to wait for. */
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
