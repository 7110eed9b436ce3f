/** Addresses in forms that emails are to go to (accounts/ui/email-field.tsx). */
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { meantBy, settledEmail } from '#app/accounts/domain/misspelt-email.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'

/** Returns the normalized address, or asks which one is meant: email_misspelt. Does not check that it is valid. */
export function readEmail(fields: FormFields, field: string): { email: string } | Refusal {
  const typed = normalizeEmail(fields.get(field))
  const email = settledEmail(typed, fields.get(`${field}Chosen`))
  return email === null
    ? refuse('email_misspelt', { field, values: { typed, meant: meantBy(typed) ?? '' } })
    : { email }
}
