import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { pathAfterRegistration } from '#app/accounts/domain/access.ts'
import { ownPath } from '#app/accounts/domain/way-back.ts'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { changeRole } from '#app/accounts/workflows/change-role.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { countTry } from '#app/kernel/web/http/limits.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { config, deps } from '#app/runtime.server.ts'

export function loader() {
  return redirect('/settings')
}

/** Changes the side of an unused account. Leads to the wanted page, or where a new account of that side goes. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const viewer = await requireVisit('/settings', request)
  await countTry('own_act_by_user', viewer.id)
  const fields = await readFields(request)
  const role = fields.get('role')
  if (role !== 'buyer' && role !== 'seller') throw new Response(null, { status: 400 })
  const changed = await changeRole(deps, { userId: viewer.id, role })
  if (isRefusal(changed)) return redirect('/settings?refused=1', 303)
  const plan = viewer.trialCredits > 0 ? ('pilot' as const) : null
  return redirect(pathAfterRegistration({ ...viewer, role, plan }, ownPath(fields.get('redirectTo'))), 303)
}

/** Never shown: loader and action redirect. Without a component, a route would skip Remix's own check of the origin. */
export default function ChangeRole() {
  return null
}
