import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entrance } from '#app/accounts/domain/way-back.ts'
import { readReset } from '#app/accounts/queries/account-links.server.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { endSession } from '#app/accounts/web/session.server.ts'
import { wantedPath } from '#app/accounts/web/viewer.server.ts'
import { resetPassword } from '#app/accounts/workflows/reset-password.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { clientNetwork, forgetTries } from '#app/kernel/web/http/limits.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { NewPasswordForm } from '../new-password-form.tsx'

export const handle: PageHandle = { title: 'pages.resetPassword' }

/** A page of a link that opens an account must not be cached. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Uses nothing up, since mail scanners open links too. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const redirectTo = wantedPath(request)
  if (searchParams.has('done')) return { email: null, isDone: true, redirectTo }
  const account = await readReset(deps.db, { token: searchParams.get('token') ?? '', now: deps.clock.now() })
  return data({ email: account?.email ?? null, isDone: false, redirectTo }, { status: account ? 200 : 410 })
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const fields = await readFields(request)
  const t = translatorFor(await readerLanguage(request))
  const answer = (problem: RefusedForm['problems'][number], status = 400) =>
    data<RefusedForm>({ problems: [problem], values: {} }, { status })

  const minutes = await minutesToWait('reset_by_ip', clientNetwork(request))
  if (minutes !== null) return answer({ text: t('form.wait', { count: minutes }) }, 429)
  const password = fields.getExact('password')
  if (password === '') return answer({ field: 'password', text: t('register.passwordMissing') })
  const reset = await resetPassword(deps, {
    token: new URL(request.url).searchParams.get('token') ?? '',
    password,
    purpose: 'reset_password',
  })
  if (isRefusal(reset)) return answer({ field: reset.field, text: refusalText(t, reset) })

  await forgetTries('sign_in_by_email', `${reset.email}|${clientNetwork(request) ?? ''}`)
  await forgetTries('sign_in_by_email_anywhere', reset.email)
  // This browser too logs in again, whoever was logged in here.
  const headers = { 'Set-Cookie': await endSession(request) }
  const goOn = wantedPath(request)
  return redirect(`${entrance('/reset-password', goOn)}${goOn === null ? '?' : '&'}done=1`, { status: 303, headers })
}

export default function ResetPassword() {
  const { t } = useTranslation()
  const { email, isDone, redirectTo } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const refused = useAnswer<typeof action>()
  if (isDone) {
    return (
      <Read>
        <PageHead title={t('account.reset.doneTitle')} lead={t('account.reset.doneText')} />
        <Actions>
          <ButtonLink to={entrance('/login', redirectTo)}>{t('nav.login')}</ButtonLink>
        </Actions>
      </Read>
    )
  }
  if (email === null) {
    return (
      <Read>
        <PageHead title={t('account.deadTitle')} lead={t('account.reset.dead')} />
        <Actions>
          <ButtonLink to={entrance('/forgot-password', redirectTo)}>{t('account.reset.again')}</ButtonLink>
        </Actions>
      </Read>
    )
  }
  const login = entrance('/login', redirectTo)
  const token = encodeURIComponent(search.get('token') ?? '')
  const keepPath = `${login}${redirectTo === null ? '?' : '&'}token=${token}`
  return (
    <Read>
      <PageHead title={t('pages.resetPassword')} lead={t('account.reset.lead')} />
      <NewPasswordForm email={email} refused={refused} />
      <p className="fine">
        {t('account.reset.keep')} <Link to={keepPath}>{t('account.reset.keepLogin')}</Link>
      </p>
    </Read>
  )
}
