import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { clientNetwork, countTry } from '#app/kernel/web/http/limits.server.ts'
import { assertNotPaused } from '#app/kernel/web/http/origin.server.ts'
import { switchByLink } from '#app/notices/workflows/switch-reminders.server.ts'
import { config, deps } from '#app/runtime.server.ts'

/** What a mail program sends (RFC 8058, section 3.2), as fields of a form. */
const FIELD = 'List-Unsubscribe'
const VALUE = 'One-Click'

/** Whoever opens the address in a browser gets the page that asks first: mail programs and scanners open links by themselves. */
export function loader({ request }: LoaderFunctionArgs) {
  throw redirect(`/letters${new URL(request.url).search}`)
}

/**
 * Switches off the kind of reminder that a letter is, for a mail program whose reader has pressed its button (RFC 8058). It sends from
 * anywhere, and names no page: nobody is signed in and no session is read. What counts is the link, which only the letter has. Other
 * letters have no such link. The same twice is well; a wrong link is told nothing but that it is none.
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
