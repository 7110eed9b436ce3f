/** The pages that are kept for every visitor, and what of the world they show (decision 052). */

import { openKeptPages } from '#app/kernel/web/serving/kept-pages.server.ts'
import { browsersLanguage } from '#app/languages/web/locale.server.ts'
import { loadHome, stripPrices } from '#app/prices/queries/latest-prices.server.ts'
import { config, deps } from '#app/runtime.server.ts'

/** What they show beside words and settings is prices, and on home the last trades. */
const PATHS = ['/', '/freight-forwarders', '/faq', '/instructions', '/wallets', '/terms', '/privacy', '/login'] as const
/** So many times a second the prices are read for pages that are kept, however many people ask for them. */
const READ_AGAIN_MS = 1_000

/** Answers true when it has answered. */
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

/** What went wrong is told once to everybody who waits for it, and not kept. */
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

/** As the pages themselves read them: with what has become too old to be shown. */
async function readMarket(): Promise<{ strip: string; home: string }> {
  const now = deps.clock.now()
  const [strip, home] = await Promise.all([stripPrices(deps.db, now), loadHome(deps.db, now)])
  return { strip: JSON.stringify(strip) ?? 'awaited', home: JSON.stringify(home) }
}
