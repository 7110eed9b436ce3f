import { config } from '#app/runtime.server.ts'
import { secureResource } from '#app/web/headers.server.ts'

/** The pages that everybody may read (spec §6, visitor), by the addresses that they call their own (canonical). */
const PUBLIC_PAGES = [
  '/',
  '/freight-forwarders',
  '/instructions',
  '/faq',
  '/contact',
  '/register',
  '/login',
  '/terms',
  '/privacy',
]

export function loader() {
  const entries = PUBLIC_PAGES.map((path) => `  <url><loc>${config.origin}${path}</loc></url>`)
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
  const headers = new Headers({
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(sitemap, { headers })
}
