import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_LENGTH } from '#app/accounts/domain/password-rules.ts'
import { Field } from '#app/kernel/ui/forms/field.tsx'

type PasswordFieldProps = Partial<Pick<ComponentProps<typeof Field>, 'name' | 'id' | 'label' | 'error' | 'after'>> & {
  /** For choosing a new password, not entering the present one. */
  isNew?: boolean
}

/** A password. Never filled in again after a refusal. */
export function PasswordField({ name = 'password', label, isNew = false, ...field }: PasswordFieldProps) {
  const { t } = useTranslation()
  return (
    <Field
      name={name}
      type="password"
      label={label ?? t('login.password')}
      hint={isNew ? t('register.passwordHint') : undefined}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      maxLength={isNew ? PASSWORD_LENGTH.max : undefined}
      aria-required
      {...field}
    />
  )
}

/** Beside a password: tells password managers whose it is. The server does not read it. */
export function AccountEmail({ email }: { email: string }) {
  const { t } = useTranslation()
  return <Field name="email" type="email" label={t('login.email')} value={email} autoComplete="username" readOnly />
}
