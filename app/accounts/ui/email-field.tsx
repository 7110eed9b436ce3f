import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { meantBy } from '#app/accounts/domain/misspelt-email.ts'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'defaultValue'> & {
  typed: string | undefined
  /** Which of two spellings was chosen then. */
  chosen: string | undefined
  /** The field's first value. */
  preset?: string | undefined
}

/**
 * An address that emails are to go to. An obvious slip in its domain is asked about once, beside the field. The form
 * carries what was chosen (`…Chosen`), valid for the text that was asked about.
 */
export function EmailField({ typed, chosen, preset, ...field }: EmailFieldProps) {
  const { t } = useTranslation()
  const asked = typed === undefined ? '' : normalizeEmail(typed)
  const meant = meantBy(asked)
  return (
    <div className="field">
      <Field type="email" {...field} defaultValue={typed ?? preset} />
      {meant !== null && (
        <Choice
          name={`${field.name}Chosen`}
          id={`${field.id ?? field.name}Chosen`}
          legend={t('form.emailMeant', { email: meant })}
          legendShown
          defaultValue={chosen}
          options={[
            { value: meant, label: meant },
            { value: asked, label: asked, consequence: t('form.emailKept') },
          ]}
        />
      )}
    </div>
  )
}
