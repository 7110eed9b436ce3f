/** Registering by the link of an invitation: `?invitation=` holds its token (decision 031). */
import { redirect, redirectDocument } from '@remix-run/node'
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { describeBrowser } from '#app/accounts/web/browser.server.ts'
import { rememberDevice } from '#app/accounts/web/known-device.server.ts'
import { setCookies, startSession } from '#app/accounts/web/session.server.ts'
import { loadViewer } from '#app/accounts/web/viewer.server.ts'
import type { Registration } from '#app/accounts/workflows/register-user.server.ts'
import { openSession } from '#app/accounts/workflows/sign-in.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { deps } from '#app/runtime.server.ts'
import { type InvitedTrade, readInvitation } from '#app/trade/opening/queries/invitation.server.ts'
import { registerInvited } from '#app/trade/opening/workflows/invitation/register-invited.server.ts'

export type Invited = { token: string; trade: InvitedTrade }

/**
 * Returns who is invited, or null without an invitation. When the link can no longer open an account, throws the
 * redirect to its own page, which says why.
 */
export async function findInvited(request: Request): Promise<Invited | null> {
  const token = new URL(request.url).searchParams.get('invitation')
  if (token === null) return null
  const viewer = await loadViewer(request)
  const invitation = await readInvitation(deps.db, { token, now: deps.clock.now(), viewer })
  if (invitation.state !== 'register') throw redirect(pageOf(token), 303)
  return { token, trade: invitation.trade }
}

/** Opens the account and leads to the escrow. When the link has died meanwhile, its own page says why. */
export async function registerByInvitation(
  request: Request,
  { invited, ...person }: { invited: Invited } & Pick<Registration, 'name' | 'password' | 'locale' | 'about'>,
): Promise<Response | Refusal> {
  const registered = await registerInvited(deps, { ...person, token: invited.token })
  if (isRefusal(registered)) {
    const isOver = registered.refused === 'link_dead' || registered.refused === 'email_taken'
    return isOver ? redirect(pageOf(invited.token), 303) : registered
  }
  const { userId, email, transactionId } = registered
  const cookie = await startSession(request, await openSession(deps, userId, describeBrowser(request)))
  const headers = setCookies(cookie, await rememberDevice(request, normalizeEmail(email)))
  return redirectDocument(`/seller-confirm?txid=${encodeURIComponent(transactionId)}`, { status: 303, headers })
}

function pageOf(token: string): string {
  return `/invitation?token=${encodeURIComponent(token)}`
}
