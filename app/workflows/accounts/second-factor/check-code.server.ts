import { findSecondFactor, takeRecoveryCode, takeStep } from '#app/db/accounts/second-factors.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { readCode } from '#app/domain/accounts/second-factor.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { queueLetter } from '#app/workflows/letters/queue-letter.server.ts'

/**
 * Takes a code of somebody's second factor, in the transaction of what it is asked for: each is good once. A recovery code is
 * told by a letter. Refusal of the field `code`: code_wrong, for one that was used too.
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
    await queueLetter(tx, {
      event: `recovery_code_used:${deps.newId()}`,
      to: { userId },
      content: { letter: 'account_secured', what: 'recovery_code_used', at: now.toISOString() },
    })
    return { by: kind }
  }
  const secret = deps.secondFactors.unseal(userId, factor.sealedSecret)
  if (secret === null) {
    deps.log.error({ userId }, 'a second factor cannot be read with this SESSION_SECRET')
    return wrong
  }
  const step = deps.secondFactors.stepOf({ secret, code, at: now, after: factor.lastStep })
  if (step === null || !(await takeStep(tx, { userId, sealedSecret: factor.sealedSecret, step }))) return wrong
  return { by: kind }
}
