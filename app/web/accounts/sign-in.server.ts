import { normalizeEmail } from '#app/domain/accounts/email-address.ts'
import type { Refusal } from '#app/domain/kernel/refusal.ts'
import type { FormFields } from '#app/web/kernel/forms/form-fields.ts'
import { clientAddress } from '#app/web/kernel/http/limits.server.ts'
import { minutesToWait } from '#app/web/kernel/http/minutes-to-wait.server.ts'
import { authenticate } from './authenticator.server.ts'

/**
 * Checks the fields `email` and `password` within the limits that every sign-in form shares. `minutes`: so long to wait,
 * nothing was checked. Refusal: bad_credentials.
 */
export async function checkSignIn(
  request: Request,
  fields: FormFields,
): Promise<{ userId: string } | { minutes: number } | Refusal> {
  const minutes =
    (await minutesToWait('sign_in_by_ip', clientAddress(request))) ??
    (await minutesToWait('sign_in_by_email', normalizeEmail(fields.get('email')).slice(0, 254)))
  return minutes === null ? authenticate(request, fields) : { minutes }
}
