import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, Link, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entrance, ownPath } from '#app/accounts/domain/way-back.ts'
import { findLandingPath } from '#app/accounts/queries/landing.server.ts'
import { CodeField } from '#app/accounts/ui/code-field.tsx'
import { takeSecondStep, whoIsAskedForCode } from '#app/accounts/web/second-step.server.ts'
import { loadViewer } from '#app/accounts/web/viewer.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { config, deps } from '#app/runtime.server.ts'

export const handle: PageHandle = { title: 'pages.loginCode' }

/** For whoever has just given the password here; redirects everybody else. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAsked(request)
  return null
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const userId = await requireAsked(request)
  const fields = await readFields(request)
  const t = translatorFor(await detectLanguage(request))
  const refuse = (problem: RefusedForm['problems'][number], status = 400) =>
    data<RefusedForm>({ problems: [problem], values: {} }, { status })

  const next = nextPage(request) ?? (await findLandingPath(deps.db, { userId, serviceFee: deps.settings.serviceFee }))
  const taken = await takeSecondStep(request, { userId, code: fields.get('code'), next })
  if (taken instanceof Response) return taken
  if (isRefusal(taken)) return refuse({ field: 'code', text: refusalText(t, taken) })
  return refuse({ text: t('form.wait', { count: taken.minutes }) }, 429)
}

/** Throws the redirect to signing in, or for somebody who is already signed in, on to the page. */
async function requireAsked(request: Request): Promise<string> {
  const userId = await whoIsAskedForCode(request)
  if (userId !== null) return userId
  const next = nextPage(request)
  throw redirect((await loadViewer(request)) ? (next ?? '/') : entrance('/login', next))
}

function nextPage(request: Request): string | null {
  return ownPath(new URL(request.url).searchParams.get('next') ?? '')
}

export default function LoginCode() {
  const { t } = useTranslation()
  const isSending = useNavigation().state !== 'idle'
  const { problems, error } = shownAgain(useAnswer<typeof action>())
  return (
    <Read>
      <PageHead title={t('pages.loginCode')} />
      <Form method="post" className="sheet">
        <ErrorSummary problems={problems} />
        <div className="part">
          <CodeField name="code" hint={t('login.code.hint')} error={error('code')} />
          <Actions after>
            <Button disabled={isSending}>{isSending ? t('login.sending') : t('nav.login')}</Button>
          </Actions>
        </div>
      </Form>
      <p className="fine">
        <Link to="/login">{t('login.code.again')}</Link>
      </p>
    </Read>
  )
}
