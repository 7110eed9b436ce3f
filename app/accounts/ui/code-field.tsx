import { useTranslation } from 'react-i18next'
import { Field } from '#app/kernel/ui/forms/field.tsx'

type CodeFieldProps = {
  name: string
  /** Where the name occurs twice on a page. */
  id?: string
  error?: string | null
  /** Set where recovery codes are accepted too; says so. */
  hint?: string
}

/** The code of an authenticator app. Phones show a digit keyboard and can autofill it. */
export function CodeField({ name, id, error, hint }: CodeFieldProps) {
  const { t } = useTranslation()
  return (
    <Field
      name={name}
      id={id}
      label={t('login.code.label')}
      hint={hint}
      error={error}
      code
      short
      autoComplete="one-time-code"
      inputMode={hint ? undefined : 'numeric'}
      aria-required
    />
  )
}
