import { Form, Link, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entrance } from '#app/accounts/domain/way-back.ts'
import { PasswordField } from '#app/accounts/ui/password-field.tsx'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Actions } from '#app/kernel/ui/page/page.tsx'

type SignInFormProps = {
  refused: RefusedForm | undefined
  redirectTo?: string | null
  /** The token of an email's link to the account's mailbox, and the address that it was sent to. */
  proof?: string | null
  email?: string | undefined
}

export function SignInForm({ refused, redirectTo, proof, email }: SignInFormProps) {
  const { t } = useTranslation()
  const isSending = useNavigation().state !== 'idle'
  const { problems, error, typed } = shownAgain(refused)
  return (
    <Form method="post" className="sheet">
      <ErrorSummary problems={problems} />
      <div className="part">
        {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
        {proof && <input type="hidden" name="proof" value={proof} />}
        <Field
          name="email"
          type="email"
          label={t('login.email')}
          error={error('email')}
          defaultValue={typed('email') ?? email}
          autoComplete="username"
          aria-required
        />
        <PasswordField
          after={
            <p className="small">
              <Link to={entrance('/forgot-password', redirectTo)}>{t('pages.forgotPassword')}</Link>
            </p>
          }
        />
        <Actions after>
          <Button disabled={isSending}>{isSending ? t('login.sending') : t('nav.login')}</Button>
        </Actions>
      </div>
    </Form>
  )
}
