import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_LENGTH } from '#app/domain/accounts/password-rules.ts'
import { AccountEmail } from '#app/ui/accounts/account-email.tsx'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { ErrorSummary } from '#app/ui/kernel/forms/error-summary.tsx'
import { Field } from '#app/ui/kernel/forms/field.tsx'
import { type RefusedForm, shownAgain } from '#app/ui/kernel/forms/refused-form.ts'
import { Actions } from '#app/ui/kernel/page/page.tsx'

type NewPasswordFormProps = {
  email: string
  refused: RefusedForm | undefined
  /** Whoever is logged in gives the old one first. */
  asksCurrent?: boolean
}

/** Posts to the page's own address, which holds the token where a link led to it. */
export function NewPasswordForm({ email, refused, asksCurrent = false }: NewPasswordFormProps) {
  const { t } = useTranslation()
  const isSending = useNavigation().state !== 'idle'
  const { problems, error } = shownAgain(refused)
  return (
    <Form method="post" className="sheet">
      <ErrorSummary problems={problems} />
      <div className="part">
        <AccountEmail email={email} />
        {asksCurrent && (
          <Field
            name="current"
            type="password"
            label={t('account.password.current')}
            error={error('current')}
            autoComplete="current-password"
            aria-required
          />
        )}
        <Field
          name="password"
          type="password"
          label={t('account.reset.password')}
          hint={t('register.passwordHint')}
          error={error('password')}
          autoComplete="new-password"
          maxLength={PASSWORD_LENGTH.max}
          aria-required
        />
        <Actions after>
          <Button disabled={isSending}>{isSending ? t('account.reset.sending') : t('account.reset.send')}</Button>
          {asksCurrent && (
            <ButtonLink look="quiet" to="/forgot-password">
              {t('pages.forgotPassword')}
            </ButtonLink>
          )}
        </Actions>
      </div>
    </Form>
  )
}
