import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { AccountEmail, PasswordField } from '#app/accounts/ui/password-field.tsx'
import { withinPasswordLimit } from '#app/accounts/web/own-password.server.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { Button, ButtonLink, buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { loadExport } from '#app/settings/queries/settings-pages.server.ts'
import { askForExport } from '#app/settings/workflows/ask-for-export.server.ts'

export const handle: PageHandle = { title: 'settings.export.title' }

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/settings', request)
  return { email: viewer.email, ready: await loadExport(deps.db, { userId: viewer.id, now: deps.clock.now() }) }
}

/** Asks for the password: whoever finds the browser open must not take everything. */
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
      {/* Empties the password after a copy was made. */}
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
