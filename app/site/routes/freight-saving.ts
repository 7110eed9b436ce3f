import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { config } from '#app/runtime.server.ts'
import { describeSaving, readQuery } from './freight-forwarders/saving.server.ts'

/** The calculator's requests while somebody types: the same answer as its page gives. */
export async function loader({ request }: LoaderFunctionArgs) {
  const language = await readerLanguage(request)
  const { inputs, ignored, inDoubt } = readQuery(new URL(request.url).searchParams, language)
  const response = Response.json({
    ignored,
    inDoubt,
    saving: describeSaving(inputs, { language, serviceFee: config.serviceFee }),
  })
  secureResource(response.headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return response
}
