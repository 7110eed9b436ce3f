import { useRefresh } from '#app/kernel/ui/live/use-refresh.ts'
import type { News } from './hear-news.ts'
import { useNews } from './use-news.ts'

type LiveUpdatesProps = {
  /** Null: nothing notifies of changes. */
  news: News | null
  /** Poll interval in that case. */
  seconds: number
  /** Polls in any case, because the page also depends on other data. */
  always?: boolean
}

/**
 * Keeps a waiting page with a form current, with JavaScript only: a page reload without it would lose what is typed.
 */
export function LiveUpdates({ news, seconds, always = false }: LiveUpdatesProps) {
  useNews(news)
  useRefresh(seconds, news === null || always)
  return null
}
