import { useRefresh } from '#app/kernel/ui/live/use-refresh.ts'
import type { News } from './hear-news.ts'
import { useNews } from './use-news.ts'

type LiveUpdatesProps = {
  /** What the page shows; null where nobody tells of its changes. */
  news: News | null
  /** How often it is asked for then. */
  seconds: number
  /** It is asked for so often all the same: it shows what depends on others, too. */
  always?: boolean
}

/**
 * Keeps a page with a form current while it waits. With JavaScript only: without it the browser would reload the page, and
 * what somebody is typing would be gone.
 */
export function LiveUpdates({ news, seconds, always = false }: LiveUpdatesProps) {
  useNews(news)
  useRefresh(seconds, news === null || always)
  return null
}
