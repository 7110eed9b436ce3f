import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { alternatesOf } from '#app/languages/i18n/alternates.ts'
import { config } from '#app/runtime.server.ts'

/** The pages that everybody may read (spec §6, visitor), by their canonical addresses. */
const PUBLIC_PAGES = [
  '/',
  '/freight-forwarders',
  '/instructions',
  '/faq',
  '/wallets',
  '/contact',
  '/register',
  '/login',
  '/holdings',
  '/terms',
  '/privacy',
]

export function loader() {
  const entries = PUBLIC_PAGES.map((path) => writeEntry(config.origin + path))
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
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

function writeEntry(address: string): string {
  const links = alternatesOf(address).map(
    ({ hreflang, href }) => `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`,
  )
  return ['  <url>', `    <loc>${address}</loc>`, ...links, '  </url>'].join('\n')
}
