import type { LoaderFunctionArgs } from '@remix-run/node'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'
import { config } from '#app/runtime.server.ts'
import { secureResource } from '#app/web/kernel/http/headers.server.ts'
import { detectLanguage } from '#app/web/languages/locale.server.ts'

/** What the front door makes of a request that names no address of ours (web/kernel/http/front-door.server.ts). */
export async function loader({ request }: LoaderFunctionArgs) {
  const language = await detectLanguage(request)
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Content-Language': language })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(translatorFor(language)('error.badTitle'), { status: 400, headers })
}
