import { stripPrices } from '#app/queries/prices/latest-prices.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { secureResource } from '#app/web/kernel/http/headers.server.ts'

/** What the ticker asks for every minute: the stored prices, or null when there are none. */
export async function loader() {
  const prices = (await stripPrices(deps.db, deps.clock.now())) ?? null
  const response = Response.json({ prices })
  secureResource(response.headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return response
}
