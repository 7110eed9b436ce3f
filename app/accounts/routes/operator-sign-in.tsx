import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useTranslation } from 'react-i18next'
import { isOperator } from '#app/accounts/queries/operator.server.ts'
import { SignInForm } from '#app/accounts/ui/sign-in-form.tsx'
import { letIn } from '#app/accounts/web/second-step.server.ts'
import { checkSignIn, waitText } from '#app/accounts/web/sign-in.server.ts'
import { requireVisitor } from '#app/accounts/web/viewer.server.ts'
import { isRefusal, refuse } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { config, deps } from '#app/runtime.server.ts'

export const handle: PageHandle = { title: 'pages.admin' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireVisitor('/admin', request)
  return null
}

/** Refuses a person who is no operator as if the password were wrong: nobody learns here which accounts exist. */
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
