import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirectDocument } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { pathAfterRegistration } from '#app/domain/accounts/access.ts'
import { normalizeEmail } from '#app/domain/accounts/email-address.ts'
import { entrance, ownPath } from '#app/domain/accounts/way-back.ts'
import { isRefusal } from '#app/domain/kernel/refusal.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import type { RefusedForm } from '#app/ui/kernel/forms/refused-form.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Desk, PageHead } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { rememberDevice } from '#app/web/accounts/known-device.server.ts'
import { setCookies, startSession } from '#app/web/accounts/session.server.ts'
import { requireVisitor, wantedPath } from '#app/web/accounts/viewer.server.ts'
import { readFields } from '#app/web/kernel/forms/read-fields.server.ts'
import { clientNetwork } from '#app/web/kernel/http/limits.server.ts'
import { minutesToWait } from '#app/web/kernel/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { detectLanguage } from '#app/web/languages/locale.server.ts'
import { registerUser } from '#app/workflows/accounts/register-user.server.ts'
import { openSession } from '#app/workflows/accounts/sign-in.server.ts'
import { readRegistration, typedRegistration } from './form.server.ts'
import { RegisterForm } from './register-form.tsx'
import { WhatFollows } from './what-follows.tsx'

export const handle: PageHandle = { title: 'pages.register', description: 'meta.register' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireVisitor('/register', request)
  const isPilot = new URL(request.url).searchParams.get('pilot') === 'freight'
  return { isPilot, redirectTo: wantedPath(request) }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  await requireVisitor('/register', request)
  const fields = await readFields(request)
  const locale = await detectLanguage(request)
  const t = translatorFor(locale)
  const refuse = (problems: RefusedForm['problems'], status = 400) =>
    data<RefusedForm>({ problems, values: typedRegistration(fields) }, { status })

  const read = readRegistration(fields, t)
  if ('problems' in read) return refuse(read.problems)
  const minutes = await minutesToWait('register_by_ip', clientNetwork(request))
  if (minutes !== null) return refuse([{ text: t('form.wait', { count: minutes }) }], 429)
  const registered = await registerUser(deps, { ...read.registration, locale })
  if (isRefusal(registered)) return refuse([{ field: registered.field, text: refusalText(t, registered) }])

  const cookie = await startSession(request, await openSession(deps, registered.userId))
  const { role, isPilot, email } = read.registration
  const headers = setCookies(cookie, await rememberDevice(request, normalizeEmail(email)))
  const pilot = { trialCredits: 1, plan: 'pilot' } as const
  const unpaid = { hasPaid: false, feeStanding: 'unpaid', trialCredits: 0, plan: null } as const
  const account = { role, ...unpaid, ...(isPilot && role === 'buyer' && pilot) }
  const next = pathAfterRegistration(account, ownPath(fields.get('redirectTo')))
  return redirectDocument(next, { status: 303, headers })
}

export default function Register() {
  const { t } = useTranslation()
  const { isPilot, redirectTo } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <PageHead title={t('pages.register')} lead={t('register.lead')} />
      <Desk aside={<WhatFollows />} asideLabel={t('home.steps.title')}>
        {isPilot && (
          <Note title={t('register.pilotTitle')}>
            <p>{t('register.pilotText')}</p>
          </Note>
        )}
        <RegisterForm isPilot={isPilot} redirectTo={redirectTo} refused={refused} />
        <p className="fine">
          {t('register.haveAccount')} <Link to={entrance('/login', redirectTo)}>{t('register.login')}</Link>
        </p>
      </Desk>
    </>
  )
}
