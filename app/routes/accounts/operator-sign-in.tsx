import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useTranslation } from 'react-i18next'
import { isRefusal, refuse } from '#app/domain/kernel/refusal.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'
import { isOperator } from '#app/queries/accounts/operator.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { SignInForm } from '#app/ui/accounts/sign-in-form.tsx'
import type { RefusedForm } from '#app/ui/kernel/forms/refused-form.ts'
import { useAnswer } from '#app/ui/kernel/forms/use-answer.ts'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { letIn } from '#app/web/accounts/second-step.server.ts'
import { checkSignIn, waitText } from '#app/web/accounts/sign-in.server.ts'
import { requireVisitor } from '#app/web/accounts/viewer.server.ts'
import { readFields } from '#app/web/kernel/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { detectLanguage } from '#app/web/languages/locale.server.ts'

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
  if ('minutes' in signedIn) return answer({ text: waitText(t, signedIn.minutes) }, 429)
  if (isRefusal(signedIn) || !(await isOperator(deps.db, signedIn.userId))) {
    return answer({ field: 'email', text: refusalText(t, refuse('bad_credentials')) })
  }

  return letIn(request, { ...signedIn, next: '/admin-panel' })
}

export default function Admin() {
  const { t } = useTranslation()
  return (
    <Read>
      <PageHead title={t('pages.admin')} />
      <SignInForm refused={useAnswer<typeof action>()} />
    </Read>
  )
}
