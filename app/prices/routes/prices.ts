import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { stripPrices } from '#app/prices/queries/latest-prices.server.ts'
import { config, deps } from '#app/runtime.server.ts'

/** The ticker's request every minute: the stored prices, or null when there are none. */
export async function loader() {
  const prices = (await stripPrices(deps.db, deps.clock.now())) ?? null
  const response = Response.json({ prices })
  secureResource(response.headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return response
}
