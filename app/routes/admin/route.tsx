import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isRefusal, refuse } from '#app/domain/refusal.ts'
import { translatorFor } from '#app/i18n/i18n.server.ts'
import { refusalText } from '#app/i18n/refusal-text.ts'
import { isOperator } from '#app/queries/operator.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { PageHead, Read } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import type { RefusedForm } from '#app/ui/refused-form.ts'
import { SignInForm } from '#app/ui/sign-in-form.tsx'
import { detectLanguage } from '#app/web/locale.server.ts'
import { assertSameOrigin } from '#app/web/origin.server.ts'
import { readFields } from '#app/web/read-fields.server.ts'
import { startSession } from '#app/web/session.server.ts'
import { checkSignIn } from '#app/web/sign-in.server.ts'
import { requireVisitor } from '#app/web/viewer.server.ts'
import { openSession } from '#app/workflows/sign-in.server.ts'

export const handle: PageHandle = { title: 'pages.admin' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireVisitor('/admin', request)
  return null
}

/** Who is no operator is refused as if the password were wrong: nobody learns here which accounts there are. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  await requireVisitor('/admin', request)
  const fields = await readFields(request)
  const t = translatorFor(await detectLanguage(request))
  const answer = (problem: RefusedForm['problems'][number], status = 400) =>
    data<RefusedForm>({ problems: [problem], values: { email: fields.get('email') } }, { status })

  const signedIn = await checkSignIn(request, fields)
  if ('minutes' in signedIn) return answer({ text: t('form.wait', { count: signedIn.minutes }) }, 429)
  if (isRefusal(signedIn) || !(await isOperator(deps.db, signedIn.userId))) {
    return answer({ field: 'email', text: refusalText(t, refuse('bad_credentials')) })
  }

  const cookie = await startSession(request, await openSession(deps, signedIn.userId))
  return redirect('/admin-panel', { status: 303, headers: { 'Set-Cookie': cookie } })
}

export default function Admin() {
  const { t } = useTranslation()
  return (
    <Read>
      <PageHead title={t('pages.admin')} lead={t('admin.login')} />
      <SignInForm refused={useActionData<typeof action>()} />
    </Read>
  )
}
