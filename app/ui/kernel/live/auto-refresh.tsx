import { LiveUpdates } from './live-updates.tsx'
import { RefreshWithoutScript } from './refresh-without-script.tsx'

type AutoRefreshProps = Parameters<typeof LiveUpdates>[0] & {
  /** How often the page is loaded without JavaScript. */
  seconds: number
}

/**
 * Keeps a waiting page current. Without JavaScript the browser reloads the whole page, so pages on which somebody
 * may be typing use `LiveUpdates` alone.
 */
export function AutoRefresh({ seconds, news, always }: AutoRefreshProps) {
  return (
    <>
      <RefreshWithoutScript seconds={seconds} />
      <LiveUpdates seconds={seconds} news={news} always={always ?? false} />
    </>
  )
}
