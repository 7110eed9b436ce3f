/**
 * Guards every post to the operator's pages: from our pages, by an operator; for an act with money
 * (accounts/domain/admin-actions.ts) also a code of the second factor, unless one was given in this session within five
 * minutes.
 */
import { findCodeAt } from '#app/accounts/db/sessions.server.ts'
import { isActionWithMoney } from '#app/accounts/domain/admin-actions.ts'
import { isFreshCode } from '#app/accounts/domain/second-factor.ts'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { stepUp } from '#app/accounts/workflows/second-factor/step-up.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { withinCodeLimits } from './second-step.server.ts'
import { readSessionToken } from './session.server.ts'
import { requireAdmin } from './viewer.server.ts'

/** The field of the code, on the page that asks for it. */
const CODE_FIELD = 'secondFactorCode'

/** What the page that asks for a code shows: all that was sent, to be sent again with it. */
type CodeWanted = {
  sent: [name: string, value: string][]
  /** The name of the field for the code. */
  field: string
  /** Why the last code was refused; null when none was given. */
  problem: Refusal | { minutes: number } | null
}

/** Throws what `requireAdmin` and `assertSameOrigin` throw, and a 413, 415 or 400 for what no page of ours sends. */
export async function readAdminAction(
  request: Request,
): Promise<{ operator: Viewer; fields: FormFields } | { codeWanted: CodeWanted }> {
  assertSameOrigin(request, config.origin)
  const operator = await requireAdmin(request)
  const fields = await readFields(request)
  const asksForCode = isActionWithMoney(new URL(request.url).pathname, (name) => fields.get(name))
  // An operator who needs no second factor (OPERATOR_SECOND_FACTOR) may have none.
  if (!asksForCode || !operator.hasSecondFactor) return { operator, fields }
  const code = fields.has(CODE_FIELD) ? fields.get(CODE_FIELD) : null
  const problem = await takeCode(request, { userId: operator.id, code })
  if (problem === 'passed') return { operator, fields }
  const sent = fields.entries().filter(([name]) => name !== CODE_FIELD)
  return { codeWanted: { sent, field: CODE_FIELD, problem } }
}

async function takeCode(
  request: Request,
  { userId, code }: { userId: string; code: string | null },
): Promise<'passed' | CodeWanted['problem']> {
  const session = (await readSessionToken(request)) ?? ''
  if (code === null) return isFreshCode(await findCodeAt(deps.db, session), deps.clock.now()) ? 'passed' : null
  const taken = await withinCodeLimits({ userId, code }, () => stepUp(deps, { userId, session, code }))
  if (taken && ('minutes' in taken || isRefusal(taken))) return taken
  return 'passed'
}
