import { hasSecondFactor } from '#app/accounts/db/second-factors.server.ts'
import { findRole } from '#app/accounts/db/users.server.ts'
import { provePassword } from '#app/accounts/workflows/own/prove-password.server.ts'
import { checkCode } from '#app/accounts/workflows/second-factor/check-code.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { findOpenWork, hasTraded, lockAllOf, storeClosed } from '#app/settings/db/closing.server.ts'
import { keptUntil } from '#app/settings/domain/closing.ts'
import { forgetDraftsOf } from '#app/trade/opening/workflows/drafting/forget-drafts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Asked = {
  userId: string
  password: string
  /** Of the second factor; empty without one. */
  code: string
}

/**
 * Closes an account for good (decision 064). Deletes all that nobody has to keep. Name and address are kept for years
 * after trades or fees, screenings always; the address is free again. Notifies by email. Later payments belong to
 * nobody and wait for the operator. Refusals: operator_not_closed, password_wrong, code_wrong, account_open.
 */
export async function closeAccount(deps: Deps, { userId, password, code }: Asked): Promise<null | Refusal> {
  if ((await findRole(deps.db, userId))?.role === 'admin') return refuse('operator_not_closed')
  const owner = await provePassword(deps, { userId, password })
  if (isRefusal(owner)) return owner
  const at = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    if (await hasSecondFactor(tx, userId)) {
      const checked = await checkCode(deps, tx, { userId, code })
      if (isRefusal(checked)) return checked
    }
    await lockAllOf(tx, userId)
    if ((await findOpenWork(tx, userId)).length > 0) return refuse('account_open')
    const compared = keptUntil(at, deps.settings.screening.keepYears)
    const until = (await hasTraded(tx, userId)) ? compared : null
    await queueEmail(tx, {
      event: `account_closed:${userId}`,
      to: { userId },
      content: {
        letter: 'account_closed',
        closedAt: at.toISOString(),
        keptUntil: until?.toISOString() ?? null,
        comparedUntil: compared.toISOString(),
      },
    })
    await forgetDraftsOf(tx, userId)
    await storeClosed(tx, { userId, at, keptUntil: until })
    await writeEvent(tx, {
      kind: 'account_closed',
      at,
      userId,
      detail: { keptUntil: until?.toISOString() ?? null },
    })
    return null
  })
}
