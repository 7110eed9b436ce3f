import type { LoaderFunctionArgs } from '@remix-run/node'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { config } from '#app/runtime.server.ts'

/** The answer to a request for no valid address of ours (kernel/web/http/front-door.server.ts). */
export async function loader({ request }: LoaderFunctionArgs) {
  const language = await detectLanguage(request)
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Content-Language': language })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(translatorFor(language)('error.badTitle'), { status: 400, headers })
}
