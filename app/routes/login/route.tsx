import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#app/domain/refusal.ts'
import { translatorFor } from '#app/i18n/i18n.server.ts'
import { refusalText } from '#app/i18n/refusal-text.ts'
import { findLandingPath } from '#app/queries/landing.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { PageHead, Read } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import type { RefusedForm } from '#app/ui/refused-form.ts'
import { SignInForm } from '#app/ui/sign-in-form.tsx'
import { detectLanguage } from '#app/web/locale.server.ts'
import { assertSameOrigin } from '#app/web/origin.server.ts'
import { ownPath } from '#app/web/own-path.ts'
import { readFields } from '#app/web/read-fields.server.ts'
import { startSession } from '#app/web/session.server.ts'
import { checkSignIn } from '#app/web/sign-in.server.ts'
import { requireVisitor } from '#app/web/viewer.server.ts'
import { openSession } from '#app/workflows/sign-in.server.ts'

export const handle: PageHandle = { title: 'pages.login', description: 'meta.login' }

/** Links in letters lead to pages for signed-in people; `redirectTo` brings their reader there after signing in. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireVisitor('/login', request)
  return { redirectTo: ownPath(new URL(request.url).searchParams.get('redirectTo') ?? '') }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  await requireVisitor('/login', request)
  const fields = await readFields(request)
  const t = translatorFor(await detectLanguage(request))
  const email = fields.get('email')
  const refuse = (problem: RefusedForm['problems'][number], status = 400) =>
    data<RefusedForm>({ problems: [problem], values: { email } }, { status })

  const signedIn = await checkSignIn(request, fields)
  if ('minutes' in signedIn) return refuse({ text: t('form.wait', { count: signedIn.minutes }) }, 429)
  if (isRefusal(signedIn)) return refuse({ field: 'email', text: refusalText(t, signedIn) })

  const cookie = await startSession(request, await openSession(deps, signedIn.userId))
  const next = ownPath(fields.get('redirectTo')) ?? (await findLandingPath(deps.db, signedIn.userId))
  return redirect(next, { status: 303, headers: { 'Set-Cookie': cookie } })
}

export default function Login() {
  const { t } = useTranslation()
  const { redirectTo } = useLoaderData<typeof loader>()
  return (
    <Read>
      <PageHead title={t('pages.login')} lead={t('login.lead')} />
      <SignInForm refused={useActionData<typeof action>()} redirectTo={redirectTo} />
      <p className="fine">
        {t('login.noAccount')} <Link to="/register">{t('login.register')}</Link>
      </p>
    </Read>
  )
}
