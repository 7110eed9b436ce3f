/** Forms about terms and amendments, mapped to their workflows. */

import type { SettleIntent } from '#app/escrow/domain/settle-intents.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { readAmount } from '#app/kernel/web/forms/read-amount.server.ts'
import { deps } from '#app/runtime.server.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import type { TypedAmendment } from '#app/trade/terms/domain/amendment.ts'
import { acceptTerms } from '#app/trade/terms/workflows/accept-terms.server.ts'
import { proposeAmendment, settleAmendment } from '#app/trade/terms/workflows/amend.server.ts'

/** Kept after a refusal. */
export const TERMS_FIELDS = ['fundBy', 'presentBy', 'examineDays', 'weekend', 'amount', 'amountRead', 'words'] as const

/** Only if the form has these checkboxes, since none ticked is an answer, too. */
export function ticksIn(fields: FormFields): { documents?: string } {
  return fields.has('asksDocuments') ? { documents: fields.getAll('documents').join(' ') } : {}
}

type Asked = { escrow: PartyView; userId: string; fields: FormFields }
type TermsIntent = Extract<
  SettleIntent,
  'accept_terms' | 'propose_amendment' | 'agree_amendment' | 'decline_amendment' | 'withdraw_amendment'
>

export const TERMS_WORK: Record<TermsIntent, (asked: Asked) => Promise<object | Refusal>> = {
  accept_terms: ({ escrow, userId, fields }) =>
    acceptTerms(deps, {
      escrowId: escrow.id,
      sellerId: userId,
      seen: fields.get('seenTerms'),
      seenSupplement: fields.get('seenSupplement'),
    }),
  propose_amendment: async ({ escrow, userId, fields }) => {
    const typed = typedIn(fields, escrow)
    if (isRefusal(typed)) return typed
    return proposeAmendment(deps, { escrowId: escrow.id, userId, typed, words: fields.get('words') })
  },
  agree_amendment: (asked) => answered(asked, 'agreed'),
  decline_amendment: (asked) => answered(asked, 'declined'),
  withdraw_amendment: (asked) => answered(asked, 'withdrawn'),
}

function answered({ escrow, userId, fields }: Asked, answer: 'agreed' | 'declined' | 'withdrawn') {
  return settleAmendment(deps, { escrowId: escrow.id, userId, amendmentId: fields.get('amendment'), answer })
}

/** Null: not in the form, so unchanged. */
function typedIn(fields: FormFields, { currency }: PartyView): TypedAmendment | Refusal {
  const typed = (name: string) => (fields.has(name) ? fields.get(name) : null)
  const read = fields.has('amount')
    ? readAmount(fields, {
        field: 'amount',
        unit: currency,
        invalid: 'escrow_amount_invalid',
        // A fallback: the form says in which language it was shown.
        language: 'en',
        isShownNext: false,
      })
    : null
  if (isRefusal(read)) return read
  return {
    fundBy: typed('fundBy'),
    presentBy: typed('presentBy'),
    examineDays: typed('examineDays'),
    weekend: typed('weekend'),
    documents: fields.has('asksDocuments') ? fields.getAll('documents') : null,
    amount: read?.amount ?? null,
  }
}
