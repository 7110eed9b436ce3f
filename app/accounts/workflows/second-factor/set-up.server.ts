/** Setting up a second factor: the password, a secret for the app, and the first code, which confirms it. */
import {
  confirmSecret,
  findSecondFactor,
  replaceRecoveryCodes,
  storeNewSecret,
} from '#app/accounts/db/second-factors.server.ts'
import { deleteOtherSessions, storeCodeAt } from '#app/accounts/db/sessions.server.ts'
import { drawRecoveryCodes, isBeingSetUp, readCode } from '#app/accounts/domain/second-factor.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { provePassword } from '../own/prove-password.server.ts'

/** Draws a secret to be shown. Refusals: password_wrong, second_factor_set_already. */
export async function beginSecondFactor(
  deps: Deps,
  { userId, password }: { userId: string; password: string },
): Promise<null | Refusal> {
  const proved = await provePassword(deps, { userId, password })
  if (isRefusal(proved)) return proved
  const sealedSecret = deps.secondFactors.seal(userId, deps.secondFactors.newSecret())
  const createdAt = deps.clock.now()
  const isNew = await inTransaction(deps.db, (tx) => storeNewSecret(tx, { userId, sealedSecret, createdAt }))
  return isNew ? null : refuse('second_factor_set_already')
}

/**
 * Takes the first code: confirms the factor, ends every other session, and notifies by email. Returns the recovery
 * codes, readable only now. Refusals: code_wrong, second_factor_set_already.
 */
export async function confirmSecondFactor(
  deps: Deps,
  { userId, code: typed, session }: { userId: string; code: string; session: string },
): Promise<{ codes: string[] } | Refusal> {
  const now = deps.clock.now()
  const typedCode = readCode(typed)
  return inTransaction(deps.db, async (tx) => {
    const factor = await findSecondFactor(tx, userId)
    if (factor?.confirmedAt) return refuse('second_factor_set_already')
    const secret =
      factor && isBeingSetUp(factor.createdAt, now) ? deps.secondFactors.unseal(userId, factor.sealedSecret) : null
    const step =
      secret !== null && typedCode?.kind === 'app'
        ? deps.secondFactors.stepOf({ secret, code: typedCode.code, at: now, after: null })
        : null
    if (!factor || step === null) return refuse('code_wrong', { field: 'code' })
    if (!(await confirmSecret(tx, { userId, sealedSecret: factor.sealedSecret, at: now, step }))) {
      return refuse('second_factor_set_already')
    }
    const codes = drawRecoveryCodes(deps.random)
    await replaceRecoveryCodes(tx, { userId, codes: codes.map((code) => code.replaceAll('-', '')) })
    await deleteOtherSessions(tx, { userId, token: session })
    await storeCodeAt(tx, { token: session, at: now })
    await writeEvent(tx, { kind: 'second_factor_set', at: now, userId })
    await queueEmail(tx, {
      event: `second_factor_set:${deps.newId()}`,
      to: { userId },
      content: { letter: 'account_secured', what: 'second_factor_set', at: now.toISOString() },
    })
    return { codes }
  })
}

/** The secret that the page shows for an app; null when none is being set up. */
export async function secretBeingSetUp(
  deps: Deps,
  { userId, email }: { userId: string; email: string },
): Promise<{ secret: string; link: string } | null> {
  const factor = await findSecondFactor(deps.db, userId)
  if (!factor || factor.confirmedAt || !isBeingSetUp(factor.createdAt, deps.clock.now())) return null
  const secret = deps.secondFactors.unseal(userId, factor.sealedSecret)
  return secret === null ? null : { secret, link: deps.secondFactors.setupLink({ secret, account: email }) }
}
