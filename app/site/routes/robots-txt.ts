import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { config } from '#app/runtime.server.ts'

/** Personal pages, and addresses that are no pages. Guards protect them; this only saves crawlers the requests. */
const NOT_FOR_ROBOTS = [
  '/access-denied',
  '/admin',
  '/contracts/',
  '/correct-escrow',
  '/dashboard',
  '/documents/',
  '/healthz',
  '/invitation',
  '/payment',
  '/prices',
  '/reseller',
  '/seller-confirm',
  '/shared-escrow',
  '/submit',
  '/transaction-lookup',
  '/words/',
]

export function loader() {
  const lines = [
    'User-agent: *',
    ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${config.origin}/sitemap.xml`,
    '',
  ]
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(lines.join('\n'), { headers })
}
