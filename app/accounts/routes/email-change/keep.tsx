import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readEmailChange } from '#app/accounts/queries/account-links.server.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { endSession } from '#app/accounts/web/session.server.ts'
import { keepEmail } from '#app/accounts/workflows/own/change-email.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { clientNetwork } from '#app/kernel/web/http/limits.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { LinkPage } from './link-page.tsx'

export const handle: PageHandle = { title: 'pages.keepEmail' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** For whoever reads the old mailbox, logged in or not. Stops nothing, since mail scanners open links too. */
export async function loader({ request }: LoaderFunctionArgs) {
  const change = await readEmailChange(deps.db, {
    token: tokenOf(request),
    purpose: 'keep_email',
    now: deps.clock.now(),
  })
  return data(change && { from: change.from, to: change.to }, { status: change ? 200 : 410 })
}

/** Leads on to a new password. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const t = translatorFor(await readerLanguage(request))
  const refuse = (text: string, status = 400) => data<RefusedForm>({ problems: [{ text }], values: {} }, { status })
  const minutes = await minutesToWait('reset_by_ip', clientNetwork(request))
  if (minutes !== null) return refuse(t('form.wait', { count: minutes }), 429)
  const kept = await keepEmail(deps, { token: tokenOf(request) })
  if (isRefusal(kept)) return refuse(refusalText(t, kept))
  const there = `/reset-password?token=${encodeURIComponent(kept.resetToken)}`
  return redirect(there, { status: 303, headers: { 'Set-Cookie': await endSession(request) } })
}

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

export default function KeepEmail() {
  const { t } = useTranslation()
  const change = useLoaderData<typeof loader>()
  return (
    <LinkPage
      title={t('pages.keepEmail')}
      question={change && t('account.keep.ask', change)}
      button={t('account.keep.button')}
      problems={useAnswer<typeof action>()?.problems ?? []}
      otherwise={{ to: '/login', label: t('nav.login') }}
    />
  )
}
