/** What the forms of the page do. Each asks for what only the person knows or has. */

import { withinPasswordLimit } from '#app/accounts/web/own-password.server.ts'
import { withinCodeLimits } from '#app/accounts/web/second-step.server.ts'
import { readSessionToken } from '#app/accounts/web/session.server.ts'
import { renewRecoveryCodes, switchSecondFactorOff } from '#app/accounts/workflows/second-factor/change.server.ts'
import { beginSecondFactor, confirmSecondFactor } from '#app/accounts/workflows/second-factor/set-up.server.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { deps } from '#app/runtime.server.ts'

type Asked = { userId: string; fields: FormFields }
type Codes = { codes: string[] | null }
type Done = Codes | { minutes: number } | Refusal
type Act = (request: Request, asked: Asked) => Promise<Done>

const BY_INTENT: Record<string, Act> = {
  async begin(_, { userId, fields }) {
    const password = fields.getExact('password')
    const begun = await withinPasswordLimit(userId, () => beginSecondFactor(deps, { userId, password }))
    return begun ?? { codes: null }
  },

  async confirm(request, { userId, fields }) {
    const code = fields.get('code')
    const session = (await readSessionToken(request)) ?? ''
    return withinCodeLimits({ userId, code }, () => confirmSecondFactor(deps, { userId, code, session }))
  },

  renew: (_, asked) => withProof(asked, (proof) => renewRecoveryCodes(deps, proof)),

  off: (_, asked) => withProof(asked, async (proof) => (await switchSecondFactorOff(deps, proof)) ?? { codes: null }),
}

/** A Map, because the form's intent may be any word. */
export const SECOND_FACTOR_ACTIONS = new Map(Object.entries(BY_INTENT))

type Proof = { userId: string; password: string; code: string }

function withProof({ userId, fields }: Asked, act: (proof: Proof) => Promise<Codes | Refusal>): Promise<Done> {
  const [password, code] = [fields.getExact('password'), fields.get('code')]
  return withinPasswordLimit<Codes | { minutes: number }>(userId, () =>
    withinCodeLimits({ userId, code }, () => act({ userId, password, code })),
  )
}
