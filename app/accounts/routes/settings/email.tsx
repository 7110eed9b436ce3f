import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isNamedAsSeller } from '#app/accounts/queries/own-account.server.ts'
import { EmailField } from '#app/accounts/ui/email-field.tsx'
import { PasswordField } from '#app/accounts/ui/password-field.tsx'
import { withinPasswordLimit } from '#app/accounts/web/own-password.server.ts'
import { readEmail } from '#app/accounts/web/read-email.server.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { refuseStill, requireVisit } from '#app/accounts/web/viewer.server.ts'
import { askForEmailChange } from '#app/accounts/workflows/own/change-email.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'

export const handle: PageHandle = { title: 'pages.changeEmail' }

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/settings', request)
  const isNamed = viewer.role === 'seller' && (await isNamedAsSeller(deps.db, viewer.email))
  return { email: viewer.email, isNamed }
}

/** Answers the same whether the new address has an account or not. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const viewer = await requireVisit('/settings', request)
  const { id: userId } = viewer
  const fields = await readFields(request)
  const t = translatorFor(await readerLanguage(request))
  const read = readEmail(fields, 'email')
  const values = { email: fields.get('email'), emailChosen: fields.get('emailChosen') }
  const refuse = (problem: RefusedForm['problems'][number], status = 400) =>
    data({ sentTo: null, problems: [problem], values }, { status })

  const still = refuseStill(viewer)
  if (still) return refuse({ text: refusalText(t, still) })
  const password = fields.getExact('password')
  if (values.email === '') return refuse({ field: 'email', text: t('register.emailMissing') })
  if (isRefusal(read)) return refuse({ field: 'email', text: refusalText(t, read) })
  if (password === '') return refuse({ field: 'password', text: t('register.passwordMissing') })
  const minutes = await minutesToWait('change_email_by_user', userId)
  if (minutes !== null) return refuse({ text: t('form.wait', { count: minutes }) }, 429)
  const asked = await withinPasswordLimit(userId, () =>
    askForEmailChange(deps, { userId, email: read.email, password }),
  )
  if (isRefusal(asked)) return refuse({ field: asked.field, text: refusalText(t, asked) })
  if ('minutes' in asked) return refuse({ text: t('form.wait', { count: asked.minutes }) }, 429)
  return data({ sentTo: asked.email, problems: [], values: {} })
}

export default function ChangeEmail() {
  const { t } = useTranslation()
  const { email, isNamed } = useLoaderData<typeof loader>()
  const isSending = useNavigation().state !== 'idle'
  const answer = useAnswer<typeof action>()
  const { problems, error, typed } = shownAgain(answer)
  if (answer?.sentTo) {
    return (
      <Read>
        <PageHead title={t('account.confirm.sentTitle')} lead={t('account.confirm.sentTo', { email: answer.sentTo })} />
        <p className="fine">{t('account.email.few')}</p>
        <Actions>
          <ButtonLink look="line" to="/settings">
            {t('nav.account')}
          </ButtonLink>
        </Actions>
      </Read>
    )
  }
  return (
    <Read>
      <PageHead title={t('pages.changeEmail')} lead={t('account.email.lead')} />
      {isNamed && <Note tone="waiting" title={t('account.email.named')} />}
      <Form method="post" className="sheet">
        <ErrorSummary problems={problems} />
        <div className="part">
          <Facts items={[{ label: t('login.email'), value: email }]} />
        </div>
        <div className="part">
          <EmailField
            name="email"
            label={t('account.email.new')}
            error={error('email')}
            typed={typed('email')}
            chosen={typed('emailChosen')}
            autoComplete="email"
            aria-required
          />
          <PasswordField error={error('password')} />
          <Actions after>
            <Button disabled={isSending}>{isSending ? t('account.forgot.sending') : t('account.forgot.send')}</Button>
          </Actions>
        </div>
      </Form>
    </Read>
  )
}
