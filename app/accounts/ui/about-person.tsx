import { useTranslation } from 'react-i18next'
import { LONGEST_NAME } from '#app/kernel/domain/words/person-name.ts'
import { Field, type Option, Select } from '#app/kernel/ui/forms/field.tsx'
import { EARLIEST_BIRTH } from '#app/screening/domain/person-detail.ts'

type AboutPersonProps = {
  countries: readonly Option[]
  error: (field: string) => string | null
  typed: (field: string) => string | undefined
}

/** Optional details that distinguish people of the same name. */
export function AboutPerson({ countries, error, typed }: AboutPersonProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className="field">
        <p className="hint">{t('about.text')}</p>
      </div>
      <Field
        name="nativeName"
        label={t('about.nativeName')}
        hint={t('about.nativeNameHint')}
        error={error('nativeName')}
        defaultValue={typed('nativeName')}
        maxLength={LONGEST_NAME}
      />
      <Field
        name="company"
        label={t('company.name')}
        error={error('company')}
        defaultValue={typed('company')}
        autoComplete="organization"
        maxLength={LONGEST_NAME}
      />
      <Select
        name="country"
        label={t('about.country')}
        error={error('country')}
        defaultValue={typed('country') ?? ''}
        autoComplete="country"
        options={[{ value: '', label: t('about.notSaid') }, ...countries]}
      />
      <Field
        name="birthDate"
        type="date"
        label={t('about.birthDate')}
        error={error('birthDate')}
        defaultValue={typed('birthDate')}
        autoComplete="bday"
        min={EARLIEST_BIRTH}
        short
      />
    </>
  )
}
