/** The pages that are cached for all visitors, and the market data that they show (decision 054). */

import { openKeptPages } from '#app/kernel/web/serving/kept-pages.server.ts'
import { browsersLanguage } from '#app/languages/web/locale.server.ts'
import { loadHome, stripPrices } from '#app/prices/queries/latest-prices.server.ts'
import { config, deps } from '#app/runtime.server.ts'

/** Beside texts and settings they show only prices, and home also the last trades. */
const PATHS = ['/', '/freight-forwarders', '/faq', '/instructions', '/wallets', '/terms', '/privacy', '/login'] as const
/** The interval of reading prices for cached pages, however many people request them. */
const READ_AGAIN_MS = 1_000

/** Returns true when it has answered. */
export const answerKept = openKeptPages({
  paths: PATHS,
  origin: config.origin,
  languageOf: browsersLanguage,
  worldOf: async (path) => {
    const { strip, home } = await market()
    return path === '/' ? strip + home : strip
  },
})

let latest: { readAt: number; reading: ReturnType<typeof readMarket> } | null = null

/** A failure goes to everybody who waits for this reading, and is not cached. */
function market(): ReturnType<typeof readMarket> {
  const now = performance.now()
  if (latest && now - latest.readAt < READ_AGAIN_MS) return latest.reading
  const reading = readMarket()
  latest = { readAt: now, reading }
  reading.catch(() => {
    latest = null
  })
  return reading
}

/** As the pages themselves read them: without data that is too old to be shown. */
async function readMarket(): Promise<{ strip: string; home: string }> {
  const now = deps.clock.now()
  const [strip, home] = await Promise.all([stripPrices(deps.db, now), loadHome(deps.db, now)])
  return { strip: JSON.stringify(strip) ?? 'awaited', home: JSON.stringify(home) }
}
