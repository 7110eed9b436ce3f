import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'
import { readConfirmation } from '#app/queries/accounts/account-links.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { ErrorSummary } from '#app/ui/kernel/forms/error-summary.tsx'
import { Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { readerLanguage } from '#app/web/accounts/reader.server.ts'
import { loadViewer } from '#app/web/accounts/viewer.server.ts'
import { readFields } from '#app/web/kernel/forms/read-fields.server.ts'
import { minutesToWait } from '#app/web/kernel/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { confirmEmail, resendConfirmation } from '#app/workflows/accounts/confirm-email.server.ts'
import { type Confirmation, ConfirmationPage } from './confirmation-page.tsx'

export const handle: PageHandle = { title: 'pages.confirmEmail' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Mail scanners open links too: looking confirms nothing. The link works whoever is logged in here, and for visitors. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('token')
  const viewer = await loadViewer(request)
  const link = token === null ? null : await readConfirmation(deps.db, { token, now: deps.clock.now() })
  const isSignedIn = viewer !== null
  if (link) return data<Confirmation>({ ...link, state: link.isDone ? 'done' : 'ask', isSignedIn })
  if (viewer?.hasConfirmedEmail) return data<Confirmation>({ state: 'done', email: viewer.email, isSignedIn })
  if (token !== null) return data<Confirmation>({ state: 'dead', isSignedIn }, { status: 410 })
  if (!viewer) return data<Confirmation>({ state: 'visitor' })
  return data<Confirmation>({ state: searchParams.has('sent') ? 'sent' : 'waiting', email: viewer.email })
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const fields = await readFields(request)
  if (fields.get('intent') === 'resend') return resend(request)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  await confirmEmail(deps, { token })
  // The link's own page says how it ended, a dead link included, however often it is loaded again.
  return redirect(`/confirm-email?token=${encodeURIComponent(token)}`, 303)
}

async function resend(request: Request) {
  const viewer = await loadViewer(request)
  if (!viewer) throw redirect('/login?redirectTo=/confirm-email', 303)
  const minutes = await minutesToWait('confirmation_letter_by_user', viewer.id)
  if (minutes !== null) {
    const t = translatorFor(await readerLanguage(request))
    return data({ problems: [{ text: t('form.wait', { count: minutes }) }] }, { status: 429 })
  }
  await resendConfirmation(deps, { userId: viewer.id })
  return redirect('/confirm-email?sent=1', 303)
}

export default function ConfirmEmail() {
  const confirmation = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Read>
      <ErrorSummary problems={refused?.problems ?? []} />
      <ConfirmationPage confirmation={confirmation} />
    </Read>
  )
}
