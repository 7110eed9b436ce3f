import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { AccountEmail, PasswordField } from '#app/accounts/ui/password-field.tsx'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Actions } from '#app/kernel/ui/page/page.tsx'

type NewPasswordFormProps = {
  email: string
  refused: RefusedForm | undefined
  /** For somebody who is logged in: asks for the old password first. */
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
        {asksCurrent && <PasswordField name="current" label={t('account.password.current')} error={error('current')} />}
        <PasswordField isNew label={t('account.reset.password')} error={error('password')} />
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
