/** A code for a session: the second step of signing in, and again before acts with money. */
import { hasSecondFactor } from '#app/accounts/db/second-factors.server.ts'
import { findAwaitingUserId, storeCodeAt } from '#app/accounts/db/sessions.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { checkCode } from './check-code.server.ts'

/** Is a code needed after the password? */
export async function wantsCode({ db }: Deps, userId: string): Promise<boolean> {
  return hasSecondFactor(db, userId)
}

/** Returns whose sign-in waits for a code in this session; null: nobody's. */
export async function whoAwaitsCode({ db, clock }: Deps, session: string): Promise<string | null> {
  return findAwaitingUserId(db, { token: session, now: clock.now() })
}

/** Takes the code of somebody who is signing in. Refusal: code_wrong. */
export async function passSecondStep(
  deps: Deps,
  asked: { userId: string; code: string },
): Promise<{ by: 'app' | 'recovery' } | Refusal> {
  return inTransaction(deps.db, (tx) => checkCode(deps, tx, asked))
}

/** Takes a code in a signed-in session, which is then fresh for acts with money. Refusal: code_wrong. */
export async function stepUp(
  deps: Deps,
  { userId, session, code }: { userId: string; session: string; code: string },
): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await checkCode(deps, tx, { userId, code })
    if (isRefusal(checked)) return checked
    await storeCodeAt(tx, { token: session, at: deps.clock.now() })
    return null
  })
}
