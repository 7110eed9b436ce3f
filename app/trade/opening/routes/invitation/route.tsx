import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { handOutGuard } from '#app/accounts/web/captcha.server.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { loadViewer, loginPath } from '#app/accounts/web/viewer.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { countryOptions } from '#app/kernel/i18n/country-options.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { readInvitation } from '#app/trade/opening/queries/invitation.server.ts'
import { takeInvitation } from '#app/trade/opening/workflows/invitation/take-invitation.server.ts'
import { DeadInvitation, InvitationPage } from './invitation-page.tsx'

export const handle: PageHandle = {
  title: 'pages.invitation',
  invitation({ data }) {
    const shown = data as Awaited<ReturnType<typeof loader>>['data'] | undefined
    return shown && shown.invitation.state !== 'over' ? shown.token : null
  },
}

/** The link opens an account: its page must not be cached. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

/** The page behind the invitation email of a named seller (product.md §3, Invitation). Loading it changes nothing. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await loadViewer(request)
  const token = tokenIn(request)
  const invitation = await readInvitation(deps.db, { token, now: deps.clock.now(), viewer })
  if (invitation.state === 'theirs') throw redirect(escrowPath(invitation.transactionId))
  const login = loginPath(request)
  const isVisitor = viewer === null
  if (invitation.state === 'over')
    return data({ invitation, token, login, isVisitor, viewer: null, registering: null }, { status: 410 })
  const registering =
    invitation.state === 'register'
      ? { countries: countryOptions(await detectLanguage(request)), guard: handOutGuard() }
      : null
  return data({
    invitation,
    token,
    login,
    isVisitor,
    viewer: viewer && { name: viewer.name, email: viewer.email },
    registering,
  })
}

/** The invited person accepts: confirms the address, takes the role and goes to the escrow. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const viewer = await loadViewer(request)
  if (!viewer) throw redirect(loginPath(request), 303)
  const token = tokenIn(request)
  const taken = await takeInvitation(deps, { token, userId: viewer.id })
  if (!isRefusal(taken)) return redirect(escrowPath(taken.transactionId), 303)
  // The page itself explains a dead link.
  if (taken.refused === 'link_dead') return redirect(`/invitation?token=${encodeURIComponent(token)}`, 303)
  const t = translatorFor(await readerLanguage(request))
  return data<RefusedForm>({ problems: [{ text: refusalText(t, taken) }], values: {} }, { status: 400 })
}

function tokenIn(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? ''
}

function escrowPath(transactionId: string): string {
  return `/seller-confirm?txid=${encodeURIComponent(transactionId)}`
}

export default function InvitationLink() {
  const { invitation, isVisitor, ...page } = useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>()
  if (invitation.state === 'over') return <DeadInvitation isVisitor={isVisitor} />
  return <InvitationPage {...page} invitation={invitation} refused={refused} />
}
