import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { looksLikeEmail, normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { entrance, ownPath } from '#app/accounts/domain/way-back.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { minutesToWaitForReset } from '#app/accounts/web/sign-in.server.ts'
import { wantedPath } from '#app/accounts/web/viewer.server.ts'
import { askForPasswordReset } from '#app/accounts/workflows/ask-for-password-reset.server.ts'
import { refuse } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'

export const handle: PageHandle = { title: 'pages.forgotPassword' }

export function loader({ request }: LoaderFunctionArgs) {
  return { wasSent: new URL(request.url).searchParams.has('sent'), redirectTo: wantedPath(request) }
}

/** The answer and the limits are the same for every address, whether it has an account or not. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const fields = await readFields(request)
  const t = translatorFor(await readerLanguage(request))
  const email = fields.get('email')
  const answer = (problem: RefusedForm['problems'][number], status = 400) =>
    data<RefusedForm>({ problems: [problem], values: { email } }, { status })

  if (!looksLikeEmail(normalizeEmail(email))) {
    return answer({ field: 'email', text: refusalText(t, refuse('email_invalid')) })
  }
  const minutes = await minutesToWaitForReset(request, normalizeEmail(email))
  if (minutes !== null) return answer({ text: t('form.wait', { count: minutes }) }, 429)
  const goOn = ownPath(fields.get('redirectTo'))
  await askForPasswordReset(deps, { email, goOn })
  const here = entrance('/forgot-password', goOn)
  return redirect(`${here}${goOn === null ? '?' : '&'}sent=1`, 303)
}

export default function ForgotPassword() {
  const { t } = useTranslation()
  const { wasSent, redirectTo } = useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>()
  const isSending = useNavigation().state !== 'idle'
  const { problems, error, typed } = shownAgain(refused)
  return (
    <Read>
      <PageHead title={t('pages.forgotPassword')} lead={t('account.forgot.lead')} />
      {wasSent && !refused && (
        <Note tone="good" role="status" title={t('account.forgot.sentTitle')}>
          <p>{t('account.forgot.sentText')}</p>
        </Note>
      )}
      <Form method="post" className="sheet sheet--after">
        <ErrorSummary problems={problems} />
        <div className="part">
          {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
          <Field
            name="email"
            type="email"
            label={t('login.email')}
            error={error('email')}
            defaultValue={typed('email')}
            autoComplete="username"
            aria-required
          />
          <Actions after>
            <Button look={wasSent ? 'line' : 'filled'} disabled={isSending}>
              {isSending ? t('account.forgot.sending') : t('account.forgot.send')}
            </Button>
          </Actions>
        </div>
      </Form>
      <p className="fine">
        {t('account.forgot.remember')} <Link to={entrance('/login', redirectTo)}>{t('register.login')}</Link>
      </p>
    </Read>
  )
}
