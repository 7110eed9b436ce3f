import type { LoaderFunctionArgs } from '@remix-run/node'
import { isLanguage } from '#app/i18n/kernel/languages.ts'
import { WORDS_VERSION, wordsOfGroup } from '#app/i18n/languages/i18n.server.ts'
import { config } from '#app/runtime.server.ts'
import { secureResource } from '#app/web/kernel/http/headers.server.ts'

/** A group of words for a browser that goes on to a page whose words the first one did not bring (page-words.ts). */
export function loader({ params: { language, group = '' }, request }: LoaderFunctionArgs) {
  const words = isLanguage(language) ? wordsOfGroup(language, group) : null
  if (words === null) throw new Response(null, { status: 404 })
  const response = Response.json(words)
  // A page from before an update asks for its old version: it gets the new words, but nobody keeps them under that name.
  const isCurrent = new URL(request.url).searchParams.get('v') === WORDS_VERSION
  if (isCurrent) response.headers.set('Cache-Control', 'public, max-age=31536000, immutable')
  secureResource(response.headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return response
}
