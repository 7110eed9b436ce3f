import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { withinPasswordLimit } from '#app/accounts/web/own-password.server.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { readSessionToken } from '#app/accounts/web/session.server.ts'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { changePassword } from '#app/accounts/workflows/own/change-password.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { NewPasswordForm } from '../new-password-form.tsx'

export const handle: PageHandle = { title: 'pages.changePassword' }

export async function loader({ request }: LoaderFunctionArgs) {
  const { email } = await requireVisit('/settings', request)
  return { email }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const { id: userId } = await requireVisit('/settings', request)
  const fields = await readFields(request)
  const t = translatorFor(await readerLanguage(request))
  const refuse = (problem: RefusedForm['problems'][number], status = 400) =>
    data<RefusedForm>({ problems: [problem], values: {} }, { status })

  const [current, password] = [fields.getExact('current'), fields.getExact('password')]
  if (current === '') return refuse({ field: 'current', text: t('register.passwordMissing') })
  if (password === '') return refuse({ field: 'password', text: t('register.passwordMissing') })
  const session = (await readSessionToken(request)) ?? ''
  const changed = await withinPasswordLimit(userId, () => changePassword(deps, { userId, current, password, session }))
  if (isRefusal(changed)) return refuse({ field: changed.field, text: refusalText(t, changed) })
  if (changed) return refuse({ text: t('form.wait', { count: changed.minutes }) }, 429)
  return redirect('/settings?done=password', 303)
}

export default function ChangePassword() {
  const { t } = useTranslation()
  const { email } = useLoaderData<typeof loader>()
  return (
    <Read>
      <PageHead title={t('pages.changePassword')} lead={t('account.password.lead')} />
      <NewPasswordForm email={email} refused={useAnswer<typeof action>()} asksCurrent />
    </Read>
  )
}
