import { findSecondFactor, takeCodeStep, takeRecoveryCode } from '#app/accounts/db/second-factors.server.ts'
import { readCode } from '#app/accounts/domain/second-factor.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Takes a code of somebody's second factor, in the transaction of what it is needed for: each is valid once. A recovery
 * code is notified by email. Refusal of the field `code`: code_wrong, also for a used one.
 */
export async function checkCode(
  deps: Deps,
  tx: Transaction,
  { userId, code: typed }: { userId: string; code: string },
): Promise<{ by: 'app' | 'recovery' } | Refusal> {
  const now = deps.clock.now()
  const wrong = refuse('code_wrong', { field: 'code' })
  const typedCode = readCode(typed)
  const factor = await findSecondFactor(tx, userId)
  if (!typedCode || !factor?.confirmedAt) return wrong
  const { kind, code } = typedCode
  if (kind === 'recovery') {
    if (!(await takeRecoveryCode(tx, { userId, code, at: now }))) return wrong
    await writeEvent(tx, { kind: 'recovery_code_used', at: now, userId })
    await queueEmail(tx, {
      event: `recovery_code_used:${deps.newId()}`,
      to: { userId },
      content: { letter: 'account_secured', what: 'recovery_code_used', at: now.toISOString() },
    })
    return { by: kind }
  }
  const secret = deps.secondFactors.unseal(userId, factor.sealedSecret)
  if (secret === null) {
    deps.log.error({ userId, setting: 'SESSION_SECRET' }, 'second factor decryption failed')
    return wrong
  }
  const step = deps.secondFactors.stepOf({ secret, code, at: now, after: factor.lastStep })
  if (step === null || !(await takeCodeStep(tx, { userId, sealedSecret: factor.sealedSecret, step }))) return wrong
  return { by: kind }
}
