import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { clientNetwork, countTry } from '#app/kernel/web/http/limits.server.ts'
import { assertNotPaused } from '#app/kernel/web/http/origin.server.ts'
import { switchByLink } from '#app/notices/workflows/switch-reminders.server.ts'
import { config, deps } from '#app/runtime.server.ts'

/** The form field that a mail program sends (RFC 8058, section 3.2). */
const FIELD = 'List-Unsubscribe'
const VALUE = 'One-Click'

/** In a browser the address leads to the page that asks first: mail programs and scanners open links by themselves. */
export function loader({ request }: LoaderFunctionArgs) {
  throw redirect(`/letters${new URL(request.url).search}`)
}

/**
 * Switches off the kind of this reminder, for a mail program whose reader has pressed its button (RFC 8058). The
 * request comes from anywhere: there is no login, no session and no origin check. Only the link counts, which only the
 * reminder has. Idempotent; a wrong link gets only a 404.
 */
export async function action({ request }: ActionFunctionArgs) {
  assertNotPaused(request)
  const fields = await readFields(request)
  if (fields.get(FIELD) !== VALUE) return answer(400)
  const { searchParams } = new URL(request.url)
  const link = { letterId: searchParams.get('letter') ?? '', token: searchParams.get('token') ?? '' }
  if (await switchByLink(deps, { ...link, wants: false })) return answer(200)
  const network = clientNetwork(request)
  if (network !== null) await countTry('dead_link_by_network', network)
  return answer(404)
}

function answer(status: number): Response {
  const headers = new Headers()
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(null, { status, headers })
}
