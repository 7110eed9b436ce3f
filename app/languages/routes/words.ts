import type { LoaderFunctionArgs } from '@remix-run/node'
import { isLanguage } from '#app/kernel/i18n/languages.ts'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { wordsOfGroups, wordsVersion } from '#app/languages/i18n/i18n.server.ts'
import { groupsIn } from '#app/languages/i18n/page-words.ts'
import { config } from '#app/runtime.server.ts'

/** The messages that a page needs in the browser, and those of pages that it goes on to (page-words.ts). */
export function loader({ params: { language, groups = '' }, request }: LoaderFunctionArgs) {
  const words = isLanguage(language) ? wordsOfGroups(language, groupsIn(groups)) : null
  if (words === null || !isLanguage(language)) throw new Response(null, { status: 404 })
  const response = Response.json(words)
  // A page from before an update requests its old version: it gets the new messages, which nothing may cache under it.
  const isCurrent = new URL(request.url).searchParams.get('v') === wordsVersion(language)
  if (isCurrent) response.headers.set('Cache-Control', 'public, max-age=31536000, immutable')
  secureResource(response.headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return response
}
