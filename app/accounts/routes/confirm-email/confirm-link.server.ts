/**
 * Handles the button behind a confirmation link. The link proves the mailbox, not who chose the account's password. So
 * a browser without the account's session is asked for that password, or for a new one (decision 031).
 */
import { data, redirect } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { entrance } from '#app/accounts/domain/way-back.ts'
import { readConfirmation } from '#app/accounts/queries/account-links.server.ts'
import { letIn } from '#app/accounts/web/second-step.server.ts'
import { endSession } from '#app/accounts/web/session.server.ts'
import { checkSignIn } from '#app/accounts/web/sign-in.server.ts'
import { loadViewer } from '#app/accounts/web/viewer.server.ts'
import { confirmEmail } from '#app/accounts/workflows/confirm-email.server.ts'
import { resetPassword } from '#app/accounts/workflows/reset-password.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { clientNetwork } from '#app/kernel/web/http/limits.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import { deps } from '#app/runtime.server.ts'

/** `setsPassword`: on the page for somebody who does not know the account's password. */
type Pressed = { token: string; setsPassword: boolean; goOn: string | null; fields: FormFields; t: TFunction }

export function confirmPath(words: Record<string, string>, goOn: string | null): string {
  const query = new URLSearchParams(words)
  if (goOn !== null) query.set('redirectTo', goOn)
  return `/confirm-email?${query}`
}

/** Leads to the link's own page, which shows the result, a dead link included, and can be reloaded. */
export async function pressConfirmLink(request: Request, pressed: Pressed) {
  const { token, goOn, fields, t } = pressed
  const there = confirmPath({ token }, goOn)
  const link = await readConfirmation(deps.db, { token, now: deps.clock.now() })
  if (!link || link.isDone) return redirect(there, 303)
  const viewer = await loadViewer(request)
  if (viewer?.id === link.userId) {
    await confirmEmail(deps, { token, userId: link.userId })
    return redirect(there, 303)
  }
  if (pressed.setsPassword) return setPassword(request, pressed)
  const signedIn = await checkSignIn(request, ofAccount(link.email, fields))
  if ('minutes' in signedIn) return refuse({ text: t('form.wait', { count: signedIn.minutes }) }, 429)
  if (isRefusal(signedIn) || signedIn.userId !== link.userId) {
    return refuse({ field: 'password', text: t('refusal.password_wrong') })
  }
  await confirmEmail(deps, { token, userId: link.userId })
  return letIn(request, { ...signedIn, next: there })
}

/** Ends every session, whoever opened it; the person then logs in with the new password. */
async function setPassword(request: Request, { token, goOn, fields, t }: Pressed) {
  const minutes = await minutesToWait('reset_by_ip', clientNetwork(request))
  if (minutes !== null) return refuse({ text: t('form.wait', { count: minutes }) }, 429)
  const password = fields.getExact('password')
  if (password === '') return refuse({ field: 'password', text: t('register.passwordMissing') })
  const changed = await resetPassword(deps, { token, password, purpose: 'confirm_email' })
  if (isRefusal(changed)) return refuse({ field: changed.field, text: refusalText(t, changed) })
  const headers = { 'Set-Cookie': await endSession(request) }
  const done = entrance('/reset-password', goOn)
  return redirect(`${done}${done.includes('?') ? '&' : '?'}done=1`, { status: 303, headers })
}

function refuse(problem: RefusedForm['problems'][number], status = 400) {
  return data<RefusedForm>({ problems: [problem], values: {} }, { status })
}

/** The sign-in form of this account: its address comes from the link, not from the form. */
function ofAccount(email: string, fields: FormFields): FormFields {
  const own = new FormFields()
  own.append('email', email)
  own.append('password', fields.getExact('password'))
  return own
}
