import { secureResource } from '#app/web/headers.server.ts'
import { config } from '#app/runtime.server.ts'
import type { TickerPrice } from '#app/ui/use-prices.ts'

/** What the ticker asks for every minute: the stored prices, or null when there are none. */
export async function loader() {
  const prices: TickerPrice[] | null = null
  const response = Response.json({ prices })
  secureResource(response.headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return response
}
