/** Records of requests: who asked, from which neighbourhood, and the result. */

import { type Access, noteAccess } from '#app/accounts/workflows/note-access.server.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { pathForLog } from '#app/kernel/domain/secrets.ts'
import { roughPlaceOf } from '#app/kernel/web/http/client-address.ts'
import { clientAddress } from '#app/kernel/web/http/limits.server.ts'
import { changesNothing } from '#app/kernel/web/http/origin.server.ts'
import { logContext } from '#app/log-context.server.ts'
import { deps } from '#app/runtime.server.ts'

/** Records it for whoever is signed in, if nobody else is named. */
export async function recordAccess(request: Request, access: Omit<Access, 'place'>): Promise<void> {
  const { user } = logContext()
  const address = clientAddress(request)
  const place = address === null ? '' : roughPlaceOf(address)
  await noteAccess(deps, { ...(typeof user === 'string' && { userId: user }), ...access, place })
}

/** Records a refused page: for this role, for a form of another site, or because of too many attempts. Never throws. */
export async function recordRefusal(request: Request, status: number): Promise<void> {
  if (status !== 403 && status !== 429) return
  const isForeign = !changesNothing(request.method) && request.headers.get('sec-fetch-site') === 'cross-site'
  const kind = status === 429 ? 'too_many_tries' : isForeign ? 'foreign_form' : 'role_denied'
  const subject = pathForLog(new URL(request.url).pathname)
  // The refusal is answered whether or not it can be recorded.
  await recordAccess(request, { kind, subject }).catch((error: unknown) => {
    deps.log.warn({ cause: causeOf(error) }, 'access refusal not recorded')
  })
}
