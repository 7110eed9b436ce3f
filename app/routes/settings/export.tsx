import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#app/domain/kernel/refusal.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'
import { loadExport } from '#app/queries/settings/settings-pages.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { AccountEmail, PasswordField } from '#app/ui/accounts/password-field.tsx'
import { Button, ButtonLink, buttonClass } from '#app/ui/kernel/forms/button.tsx'
import { ErrorSummary } from '#app/ui/kernel/forms/error-summary.tsx'
import { type RefusedForm, shownAgain } from '#app/ui/kernel/forms/refused-form.ts'
import { useAnswer } from '#app/ui/kernel/forms/use-answer.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Actions, PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { withinPasswordLimit } from '#app/web/accounts/own-password.server.ts'
import { readerLanguage } from '#app/web/accounts/reader.server.ts'
import { requireVisit } from '#app/web/accounts/viewer.server.ts'
import { readFields } from '#app/web/kernel/forms/read-fields.server.ts'
import { minutesToWait } from '#app/web/kernel/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { askForExport } from '#app/workflows/settings/ask-for-export.server.ts'

export const handle: PageHandle = { title: 'settings.export.title' }

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/settings', request)
  return { email: viewer.email, ready: await loadExport(deps.db, { userId: viewer.id, now: deps.clock.now() }) }
}

/** The password: whoever finds the browser open must not walk away with everything. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const { id: userId } = await requireVisit('/settings', request)
  const fields = await readFields(request)
  const t = translatorFor(await readerLanguage(request))
  const refuse = (problem: RefusedForm['problems'][number], status = 400) =>
    data<RefusedForm>({ problems: [problem], values: {} }, { status })

  const password = fields.getExact('password')
  if (password === '') return refuse({ field: 'password', text: t('register.passwordMissing') })
  const asked = await withinPasswordLimit(userId, async () => {
    const minutes = await minutesToWait('data_export_by_user', userId)
    return minutes === null ? askForExport(deps, { userId, password }) : { minutes }
  })
  if (isRefusal(asked)) return refuse({ field: asked.field, text: refusalText(t, asked) })
  if (asked) return refuse({ text: t('form.wait', { count: asked.minutes }) }, 429)
  return redirect('/settings/export', 303)
}

export default function Export() {
  const { t } = useTranslation()
  const { email, ready } = useLoaderData<typeof loader>()
  const isSending = useNavigation().state !== 'idle'
  const { problems, error } = shownAgain(useAnswer<typeof action>())
  return (
    <Read>
      <PageHead title={t('settings.export.title')} lead={t('settings.export.text')} />
      {ready && (
        <Note tone="good" role="status" title={t('settings.export.ready')}>
          <p>
            <MomentSentence at={ready.until} text={(time) => t('settings.export.until', { time })} />
          </p>
          {/* A plain link: the browser saves the file, the router must not fetch it. */}
          <a className={buttonClass('filled')} href={`/settings/export/${ready.id}.zip`} download>
            {t('settings.export.download')}
          </a>
        </Note>
      )}
      {/* After a copy was made the password is empty again. */}
      <Form method="post" className="sheet" key={ready?.id}>
        <ErrorSummary problems={problems} />
        <div className="part">
          <AccountEmail email={email} />
          <PasswordField error={error('password')} />
          <Actions after>
            <Button look={ready ? 'line' : 'filled'} disabled={isSending}>
              {t('settings.export.make')}
            </Button>
          </Actions>
        </div>
      </Form>
      <Actions after>
        <ButtonLink look="line" to="/settings">
          {t('nav.account')}
        </ButtonLink>
      </Actions>
    </Read>
  )
}
