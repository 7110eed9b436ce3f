import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { normalizeEmail } from '#app/domain/email-address.ts'
import { isRefusal } from '#app/domain/refusal.ts'
import { translatorFor } from '#app/i18n/i18n.server.ts'
import { refusalText } from '#app/i18n/refusal-text.ts'
import { findLandingPath } from '#app/queries/landing.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'
import { Actions, PageHead, Read } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { type RefusedForm, shownAgain } from '#app/ui/refused-form.ts'
import { authenticate } from '#app/web/authenticator.server.ts'
import { clientAddress } from '#app/web/limits.server.ts'
import { detectLanguage } from '#app/web/locale.server.ts'
import { minutesToWait } from '#app/web/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/web/origin.server.ts'
import { ownPath } from '#app/web/own-path.ts'
import { readFields } from '#app/web/read-fields.server.ts'
import { startSession } from '#app/web/session.server.ts'
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

  const minutes =
    (await minutesToWait('sign_in_by_ip', clientAddress(request))) ??
    (await minutesToWait('sign_in_by_email', normalizeEmail(email).slice(0, 254)))
  if (minutes !== null) return refuse({ text: t('form.wait', { count: minutes }) }, 429)
  const signedIn = await authenticate(request, fields)
  if (isRefusal(signedIn)) return refuse({ field: 'email', text: refusalText(t, signedIn) })

  const cookie = await startSession(request, await openSession(deps, signedIn.userId))
  const next = ownPath(fields.get('redirectTo')) ?? (await findLandingPath(deps.db, signedIn.userId))
  return redirect(next, { status: 303, headers: { 'Set-Cookie': cookie } })
}

export default function Login() {
  const { t } = useTranslation()
  const { redirectTo } = useLoaderData<typeof loader>()
  const isSending = useNavigation().state !== 'idle'
  const { problems, error, typed } = shownAgain(useActionData<typeof action>())
  return (
    <Read>
      <PageHead title={t('pages.login')} lead={t('login.lead')} />
      <Form method="post" className="sheet">
        <ErrorSummary problems={problems} />
        <div className="part">
          {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
          <Field
            name="email"
            type="email"
            label={t('login.email')}
            error={error('email')}
            defaultValue={typed('email')}
            autoComplete="username"
            aria-required
          />
          <Field
            name="password"
            type="password"
            label={t('login.password')}
            autoComplete="current-password"
            aria-required
          />
          <Actions after>
            <Button disabled={isSending}>{isSending ? t('login.sending') : t('login.send')}</Button>
          </Actions>
        </div>
      </Form>
      <p className="fine">
        {t('login.noAccount')} <Link to="/register">{t('login.register')}</Link>
      </p>
    </Read>
  )
}
