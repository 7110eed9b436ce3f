import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readEmailChange } from '#app/accounts/queries/account-links.server.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { changeEmail } from '#app/accounts/workflows/own/change-email.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { LinkPage } from './link-page.tsx'

export const handle: PageHandle = { title: 'pages.changeEmail' }

/** A page of a link that belongs to an account must not be cached. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Changes nothing. The mailbox alone is not enough: whoever presses the button is logged in to the account. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/settings', request)
  const change = await readEmailChange(deps.db, {
    token: tokenOf(request),
    purpose: 'change_email',
    now: deps.clock.now(),
  })
  const own = change?.userId === viewer.id ? { from: change.from, to: change.to } : null
  return data(own, { status: own ? 200 : 410 })
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const viewer = await requireVisit('/settings', request)
  const changed = await changeEmail(deps, { token: tokenOf(request), userId: viewer.id })
  if (!isRefusal(changed)) return redirect('/settings?done=email', 303)
  const t = translatorFor(await readerLanguage(request))
  return data({ problems: [{ text: refusalText(t, changed) }] }, { status: 400 })
}

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

export default function ConfirmNewEmail() {
  const { t } = useTranslation()
  const change = useLoaderData<typeof loader>()
  return (
    <LinkPage
      title={t('pages.changeEmail')}
      question={change && t('account.email.ask', change)}
      button={t('account.confirm.button')}
      problems={useAnswer<typeof action>()?.problems ?? []}
      otherwise={{ to: '/settings/email', label: t('pages.changeEmail') }}
    />
  )
}
