import type { ActionFunctionArgs } from '@remix-run/node'
import { readText } from '#app/kernel/web/forms/read-text.server.ts'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { clientNetwork, countTry } from '#app/kernel/web/http/limits.server.ts'
import { assertNotPaused } from '#app/kernel/web/http/origin.server.ts'
import { takeMailEvent } from '#app/notices/workflows/take-mail-event.server.ts'
import { config, deps } from '#app/runtime.server.ts'

/** An event is about one email, and has a few kilobytes. */
const MOST_BYTES = 64 * 1024
const LONGEST_ID = 200

/** There is no page: only the mail service posts here. */
export function loader() {
  return answer(405, { Allow: 'POST' })
}

/**
 * Receives the mail service's events about our emails (decision 109). Only the signature authenticates: there is no
 * login and no session. Unknown signed events are accepted silently; otherwise they would be resent for days.
 */
export async function action({ request }: ActionFunctionArgs) {
  assertNotPaused(request)
  const { mailHook } = deps
  if (mailHook === null) return answer(404)
  if (request.method !== 'POST') return answer(405, { Allow: 'POST' })
  const body = await readText(request, MOST_BYTES)
  if (body === null) return answer(413)
  const header = (name: string) => request.headers.get(name) ?? ''
  const id = header('svix-id')
  const signed = mailHook.read({ body, id, timestamp: header('svix-timestamp'), signature: header('svix-signature') })
  if (signed === null || id.length > LONGEST_ID) {
    const network = clientNetwork(request)
    if (network !== null) await countTry('foreign_mail_event_by_network', network)
    return answer(401)
  }
  if (signed.event) await takeMailEvent(deps, { id, event: signed.event })
  return answer(200)
}

function answer(status: number, more: Record<string, string> = {}): Response {
  const headers = new Headers(more)
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(null, { status, headers })
}
