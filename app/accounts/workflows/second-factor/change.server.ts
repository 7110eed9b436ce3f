/** Changes to a confirmed second factor: new recovery codes, switched off, or reset by an operator. */
import { deleteSecondFactor, replaceRecoveryCodes } from '#app/accounts/db/second-factors.server.ts'
import { deleteSessionsOf } from '#app/accounts/db/sessions.server.ts'
import { findRole, findUserId } from '#app/accounts/db/users.server.ts'
import { stillUntil } from '#app/accounts/domain/account-change.ts'
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { drawRecoveryCodes } from '#app/accounts/domain/second-factor.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { standStillFor } from '../changes/stand-still.server.ts'
import { provePassword } from '../own/prove-password.server.ts'
import { checkCode } from './check-code.server.ts'

type Proof = { userId: string; password: string; code: string }

/** Replaces the recovery codes by ten new ones. Refusals: password_wrong, code_wrong. */
export async function renewRecoveryCodes(deps: Deps, proof: Proof): Promise<{ codes: string[] } | Refusal> {
  return withProof(deps, proof, async (tx, { userId }) => {
    const codes = drawRecoveryCodes(deps.random)
    await replaceRecoveryCodes(tx, { userId, codes: codes.map((code) => code.replaceAll('-', '')) })
    await writeEvent(tx, { kind: 'recovery_codes_renewed', at: deps.clock.now(), userId })
    return { codes }
  })
}

/** Makes signing in take the password alone, and notifies by email. Refusals: password_wrong, code_wrong. */
export async function switchSecondFactorOff(deps: Deps, proof: Proof): Promise<null | Refusal> {
  return withProof(deps, proof, async (tx, { userId }) => {
    await deleteSecondFactor(tx, userId)
    await notify(deps, tx, { userId, what: 'second_factor_off' })
    return null
  })
}

type Reset = {
  email: string
  reason: string
  /** Null: by the command, whoever runs the machine. */
  operatorId: string | null
}

/**
 * For somebody who has lost app and recovery codes: removes the factor, ends every session, and notifies by email. A
 * client's account is then frozen; an operator's is not, since it has no money of its own (decision 099). `none`: there
 * is no such account, or it has no second factor.
 */
export async function resetSecondFactor(deps: Deps, { email, reason, operatorId }: Reset): Promise<'reset' | 'none'> {
  return inTransaction(deps.db, async (tx) => {
    const userId = await findUserId(tx, normalizeEmail(email))
    if (userId === null || !(await deleteSecondFactor(tx, userId))) return 'none'
    await deleteSessionsOf(tx, userId)
    const at = deps.clock.now()
    const isOperator = (await findRole(tx, userId))?.role === 'admin'
    const made = { userId, changedById: operatorId, reason, at }
    if (!isOperator) await standStillFor(deps, tx, { kind: 'second_factor', ...made })
    const still = isOperator ? {} : { stillUntil: stillUntil(at).toISOString() }
    await notify(deps, tx, {
      userId,
      what: 'second_factor_reset',
      detail: { by: operatorId ?? 'command', reason },
      ...still,
    })
    return 'reset'
  })
}

/** Checks the password first, outside the transaction: it is slow. */
async function withProof<Done>(
  deps: Deps,
  { userId, password, code }: Proof,
  act: (tx: Transaction, of: { userId: string }) => Promise<Done>,
): Promise<Done | Refusal> {
  const proved = await provePassword(deps, { userId, password })
  if (isRefusal(proved)) return proved
  return inTransaction(deps.db, async (tx) => {
    const checked = await checkCode(deps, tx, { userId, code })
    return isRefusal(checked) ? checked : act(tx, { userId })
  })
}

type Told = {
  userId: string
  what: 'second_factor_off' | 'second_factor_reset'
  detail?: { by: string; reason: string }
  stillUntil?: string
}

async function notify(deps: Deps, tx: Transaction, { userId, what, detail, stillUntil: still }: Told): Promise<void> {
  const at = deps.clock.now()
  await writeEvent(tx, { kind: what, at, userId, ...(detail && { detail }) })
  await queueEmail(tx, {
    event: `${what}:${deps.newId()}`,
    to: { userId },
    content: { letter: 'account_secured', what, at: at.toISOString(), ...(still && { stillUntil: still }) },
  })
}
