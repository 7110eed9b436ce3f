/** Addresses of forms that letters are to go to (ui/accounts/email-field.tsx). */
import { normalizeEmail } from '#app/domain/accounts/email-address.ts'
import { meantBy, settledEmail } from '#app/domain/accounts/misspelt-email.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import type { FormFields } from '#app/web/kernel/forms/form-fields.ts'

/** The address, normalized, or the question which one is meant: email_misspelt. Whether it can be one at all is asked elsewhere. */
export function readEmail(fields: FormFields, field: string): { email: string } | Refusal {
  const typed = normalizeEmail(fields.get(field))
  const email = settledEmail(typed, fields.get(`${field}Chosen`))
  return email === null
    ? refuse('email_misspelt', { field, values: { typed, meant: meantBy(typed) ?? '' } })
    : { email }
}
