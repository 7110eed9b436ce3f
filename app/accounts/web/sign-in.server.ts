import type { TFunction } from 'i18next'
import { findAccountAt } from '#app/accounts/db/users.server.ts'
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { readReset } from '#app/accounts/queries/account-links.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { clientNetwork, forgetTries, minutesLeft, returnTry } from '#app/kernel/web/http/limits.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import type { LimitName } from '#app/kernel/web/limits/limits.ts'
import { deps } from '#app/runtime.server.ts'
import { recordAccess } from './access-records.server.ts'
import { authenticate } from './authenticator.server.ts'
import { knownDevice, rememberDevice } from './known-device.server.ts'

type Counter = [limit: LimitName, key: string]

/**
 * Checks the fields `email` and `password` within the limits of all sign-in forms; only wrong ones count in the end.
 * `proof`, the token of an email's link to this mailbox, exempts its owner from limits that strangers used up
 * (decision 128). `minutes`: time to wait, nothing was checked. `deviceMark`: a Set-Cookie value. Refusal:
 * bad_credentials.
 */
export async function checkSignIn(
  request: Request,
  fields: FormFields,
): Promise<{ userId: string; deviceMark: string } | { minutes: number } | Refusal> {
  const email = normalizeEmail(fields.get('email')).slice(0, 254)
  const { ofNetwork, ofAccount } = await countersOf(request, { email, proof: fields.get('proof') })
  const often = await minutesLeft('signed_in_by_user', email)
  if (often !== null) return { minutes: often }
  // Counted before the password is checked, so that concurrent attempts are all counted.
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
  await minutesToWait('signed_in_by_user', email)
  for (const counter of ofAccount) await forgetTries(...counter)
  // A success returns its own attempt only: it says nothing about other attempts from that network.
  for (const counter of ofNetwork) await returnTry(...counter)
  return { ...checked, deviceMark: await rememberDevice(request, email) }
}

/** How long to wait, and the way in for an owner whom others block. */
export function waitText(t: TFunction, minutes: number): string {
  return `${t('form.wait', { count: minutes })} ${t('login.waitOr')}`
}

/**
 * Counts a request for an email with a link. Null: go on; otherwise the minutes to wait. The limit of emails for an
 * address applies where they are written, and refuses nobody (RESET_EMAILS).
 */
export async function minutesToWaitForReset(request: Request, email: string): Promise<number | null> {
  const device = await knownDevice(request, email)
  if (device !== null) return minutesToWait('reset_letter_by_device', `${device}:${email}`)
  return minutesToWait('reset_letter_by_ip', clientNetwork(request))
}

type Counters = { ofNetwork: Counter[]; ofAccount: Counter[] }

/** Proven owners (by device or mailbox) have a counter of their own; others count by network, and all together. */
async function countersOf(request: Request, { email, proof }: { email: string; proof: string }): Promise<Counters> {
  const device = await knownDevice(request, email)
  if (device !== null) return { ofNetwork: [], ofAccount: [['sign_in_by_device', `${device}:${email}`]] }
  const link = await readReset(deps.db, { token: proof, now: deps.clock.now() })
  if (link?.email === email) return { ofNetwork: [], ofAccount: [['sign_in_by_proof', email]] }
  const network = clientNetwork(request)
  return {
    ofNetwork: network === null ? [] : [['sign_in_by_ip', network]],
    ofAccount: [
      ['sign_in_by_email', `${email}|${network ?? ''}`],
      ['sign_in_by_email_anywhere', email],
    ],
  }
}
