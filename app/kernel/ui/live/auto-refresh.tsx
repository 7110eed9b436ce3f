import { RefreshWithoutScript } from './refresh-without-script.tsx'
import { useRefresh } from './use-refresh.ts'

/**
 * Keeps a page current that gets no live updates (live/ui). Without JavaScript the browser reloads the whole page, so
 * it is not for pages on which somebody may be typing.
 */
export function AutoRefresh({ seconds }: { seconds: number }) {
  useRefresh(seconds)
  return <RefreshWithoutScript seconds={seconds} />
}
