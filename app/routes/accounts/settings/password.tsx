import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#app/domain/kernel/refusal.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import type { RefusedForm } from '#app/ui/kernel/forms/refused-form.ts'
import { useAnswer } from '#app/ui/kernel/forms/use-answer.ts'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { withinPasswordLimit } from '#app/web/accounts/own-password.server.ts'
import { readerLanguage } from '#app/web/accounts/reader.server.ts'
import { readSessionToken } from '#app/web/accounts/session.server.ts'
import { requireVisit } from '#app/web/accounts/viewer.server.ts'
import { readFields } from '#app/web/kernel/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { changePassword } from '#app/workflows/accounts/own/change-password.server.ts'
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
