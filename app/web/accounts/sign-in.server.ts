import { findAccountAt } from '#app/db/accounts/users.server.ts'
import { normalizeEmail } from '#app/domain/accounts/email-address.ts'
import { isRefusal, type Refusal } from '#app/domain/kernel/refusal.ts'
import { deps } from '#app/runtime.server.ts'
import type { FormFields } from '#app/web/kernel/forms/form-fields.ts'
import { clientNetwork, forgetTries, type LimitName, returnTry } from '#app/web/kernel/http/limits.server.ts'
import { minutesToWait } from '#app/web/kernel/http/minutes-to-wait.server.ts'
import { recordAccess } from './access-records.server.ts'
import { authenticate } from './authenticator.server.ts'
import { knownDevice, rememberDevice } from './known-device.server.ts'

type Counter = [limit: LimitName, key: string]

/**
 * Checks the fields `email` and `password` within the limits that every sign-in form shares; only wrong ones count in the
 * end. `minutes`: so long to wait, nothing was checked. `deviceMark`: for a Set-Cookie of the answer. Refusal: bad_credentials.
 */
export async function checkSignIn(
  request: Request,
  fields: FormFields,
): Promise<{ userId: string; deviceMark: string } | { minutes: number } | Refusal> {
  const email = normalizeEmail(fields.get('email')).slice(0, 254)
  const network = clientNetwork(request)
  const ofAccount = await countersOf(request, { email, kind: 'sign_in', network })
  const ofNetwork: Counter[] = network === null ? [] : [['sign_in_by_ip', network]]
  // Counted before the password is looked at: many tries at once are many tries.
  for (const counter of [...ofNetwork, ...ofAccount]) {
    const minutes = await minutesToWait(...counter)
    if (minutes !== null) return { minutes }
  }
  const checked = await authenticate(request, fields)
  if (isRefusal(checked)) {
    const tried = await findAccountAt(deps.db, email)
    await recordAccess(request, { kind: 'sign_in_failed', userId: tried?.id ?? null })
    return checked
  }
  await recordAccess(request, { kind: 'signed_in', userId: checked.userId })
  for (const counter of ofAccount) await forgetTries(...counter)
  // One's own success says nothing about the others that were tried from there.
  for (const counter of ofNetwork) await returnTry(...counter)
  return { ...checked, deviceMark: await rememberDevice(request, email) }
}

/** Counts a wish for a letter with a link. Null: go on; otherwise the minutes to wait. */
export async function minutesToWaitForReset(request: Request, email: string): Promise<number | null> {
  const network = clientNetwork(request)
  const byNetwork = await minutesToWait('reset_letter_by_ip', network)
  if (byNetwork !== null) return byNetwork
  for (const counter of await countersOf(request, { email, kind: 'reset_letter', network })) {
    const minutes = await minutesToWait(...counter)
    if (minutes !== null) return minutes
  }
  return null
}

/** A known device is counted by itself. Others are counted by where they come from, and all together. */
async function countersOf(
  request: Request,
  { email, kind, network }: { email: string; kind: 'sign_in' | 'reset_letter'; network: string | null },
): Promise<Counter[]> {
  const device = await knownDevice(request, email)
  if (device !== null) return [[`${kind}_by_device`, `${device}:${email}`]]
  return [
    [`${kind}_by_email`, `${email}|${network ?? ''}`],
    [`${kind}_by_email_anywhere`, email],
  ]
}
