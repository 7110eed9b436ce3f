import { useTranslation } from 'react-i18next'
import { Field } from '#app/ui/kernel/forms/field.tsx'

/** Beside a password: managers of passwords read from it whose password that is. The server does not read it. */
export function AccountEmail({ email }: { email: string }) {
  const { t } = useTranslation()
  return <Field name="email" type="email" label={t('login.email')} value={email} autoComplete="username" readOnly />
}
