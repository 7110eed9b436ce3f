import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { ownPath } from '#app/accounts/domain/way-back.ts'
import { endSession } from '#app/accounts/web/session.server.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { config } from '#app/runtime.server.ts'

/** Logging out changes something, so a link or a picture on another page must not be able to do it. */
export function loader() {
  return redirect('/')
}

/** `redirectTo`: a page that somebody else is to see in this browser. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const next = ownPath((await readFields(request)).get('redirectTo')) ?? '/?left=1'
  return redirect(next, { status: 303, headers: { 'Set-Cookie': await endSession(request) } })
}

/** Never shown: loader and action redirect. Without a component, a route would skip Remix's own check of the origin. */
export default function Logout() {
  return null
}
