import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isRefusal } from '#app/domain/kernel/refusal.ts'
import { countryOptions } from '#app/i18n/kernel/country-options.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'
import { readInvitation } from '#app/queries/opening/invitation.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import type { RefusedForm } from '#app/ui/kernel/forms/refused-form.ts'
import { useAnswer } from '#app/ui/kernel/forms/use-answer.ts'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { handOutGuard } from '#app/web/accounts/captcha.server.ts'
import { readerLanguage } from '#app/web/accounts/reader.server.ts'
import { loadViewer, loginPath } from '#app/web/accounts/viewer.server.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { detectLanguage } from '#app/web/languages/locale.server.ts'
import { takeInvitation } from '#app/workflows/opening/invitation/take-invitation.server.ts'
import { DeadInvitation, InvitationPage } from './invitation-page.tsx'

export const handle: PageHandle = {
  title: 'pages.invitation',
  invitation({ data }) {
    const shown = data as Awaited<ReturnType<typeof loader>>['data'] | undefined
    return shown && shown.invitation.state !== 'over' ? shown.token : null
  },
}

/** The page of a link that opens an account is nobody's to keep. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Where the letter of a named seller leads (product.md §3, Invitation). Looking changes nothing. */
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

/** The one who was invited presses the button: the address is confirmed, the role fits, and the escrow opens. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const viewer = await loadViewer(request)
  if (!viewer) throw redirect(loginPath(request), 303)
  const token = tokenIn(request)
  const taken = await takeInvitation(deps, { token, userId: viewer.id })
  if (!isRefusal(taken)) return redirect(escrowPath(taken.transactionId), 303)
  // The page says what has become of the link.
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
