import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { entrance, ownPath } from '#app/accounts/domain/way-back.ts'
import { readConfirmation } from '#app/accounts/queries/account-links.server.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { loadViewer, wantedPath } from '#app/accounts/web/viewer.server.ts'
import { resendConfirmation } from '#app/accounts/workflows/confirm-email.server.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { listInvitations } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { confirmPath, pressConfirmLink } from './confirm-link.server.ts'
import { ConfirmationPage, type EmailConfirmation } from './confirmation-page.tsx'

export const handle: PageHandle = { title: 'pages.confirmEmail' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Confirms nothing, since mail scanners open links too. The link works for visitors and whoever is logged in here. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('token')
  const viewer = await loadViewer(request)
  const goOn = wantedPath(request)
  const link = token === null ? null : await readConfirmation(deps.db, { token, now: deps.clock.now() })
  const isSignedIn = viewer !== null
  const isTheirs = link !== null && link.userId === viewer?.id
  if (link?.isDone)
    return data<EmailConfirmation>(await done(link.email, { viewer: isTheirs ? viewer : null, isSignedIn, goOn }))
  if (link) return data<EmailConfirmation>(toConfirm(link, { viewer, choosesPassword: searchParams.has('new') }))
  if (viewer?.hasConfirmedEmail) return data<EmailConfirmation>(await done(viewer.email, { viewer, isSignedIn, goOn }))
  if (token !== null) return data<EmailConfirmation>({ state: 'dead', isSignedIn, goOn }, { status: 410 })
  if (!viewer) return data<EmailConfirmation>({ state: 'visitor', goOn })
  return data<EmailConfirmation>({ state: searchParams.has('sent') ? 'sent' : 'waiting', email: viewer.email, goOn })
}

type Done = { viewer: Viewer | null; isSignedIn: boolean; goOn: string | null }

/** The page people came from; else the escrow that waits for the address, if it is exactly one. */
async function done(email: string, { viewer, isSignedIn, goOn }: Done): Promise<EmailConfirmation> {
  const invitations = viewer ? await listInvitations(deps.db, { viewer, now: deps.clock.now() }) : []
  const [only] = invitations.length === 1 ? invitations : []
  const waiting = only ? `/seller-confirm?txid=${only.transactionId}` : null
  return { state: 'done', email, isSignedIn, goOn: goOn ?? waiting }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const fields = await readFields(request)
  if (fields.get('intent') === 'resend') return resend(request, ownPath(fields.get('redirectTo')))
  const { searchParams } = new URL(request.url)
  const t = translatorFor(await readerLanguage(request))
  const token = searchParams.get('token') ?? ''
  const goOn = wantedPath(request)
  return pressConfirmLink(request, { token, setsPassword: searchParams.has('new'), goOn, fields, t })
}

type Link = { userId: string; name: string; email: string }

function toConfirm(
  { userId, name, email }: Link,
  { viewer, choosesPassword }: { viewer: { id: string } | null; choosesPassword: boolean },
): EmailConfirmation {
  if (viewer?.id === userId) return { state: 'ask', name, email }
  return choosesPassword ? { state: 'choose', email } : { state: 'prove', name, email }
}

async function resend(request: Request, goOn: string | null) {
  const viewer = await loadViewer(request)
  if (!viewer) throw redirect(entrance('/login', confirmPath({}, goOn)), 303)
  const t = translatorFor(await readerLanguage(request))
  const answer = (text: string) => data<RefusedForm>({ problems: [{ text }], values: {} }, { status: 429 })
  const minutes = await minutesToWait('confirmation_letter_by_user', viewer.id)
  if (minutes !== null) return answer(t('form.wait', { count: minutes }))
  const refused = await resendConfirmation(deps, { userId: viewer.id, goOn })
  if (refused) return answer(refusalText(t, refused))
  return redirect(confirmPath({ sent: '1' }, goOn), 303)
}

export default function ConfirmEmail() {
  const confirmation = useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>()
  return (
    <Read>
      <ConfirmationPage confirmation={confirmation} refused={refused} />
    </Read>
  )
}
