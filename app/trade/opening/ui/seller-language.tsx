import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import { Select } from '#app/kernel/ui/forms/field.tsx'

type SellerLanguageProps = {
  name: string
  id?: string
  error?: string | null
  defaultValue?: string | null | undefined
}

/** The seller's language, as far as the buyer knows it; the invitation is written in it. */
export function SellerLanguage({ defaultValue, ...field }: SellerLanguageProps) {
  const { t } = useTranslation()
  const languages = (Object.keys(LANGUAGES) as Language[]).map((value) => ({
    value,
    label: LANGUAGES[value].name,
    lang: value,
  }))
  return (
    <Select
      {...field}
      label={t('submit.sellerLanguage')}
      defaultValue={defaultValue ?? ''}
      options={[{ value: '', label: t('submit.sellerLanguageUnknown') }, ...languages]}
    />
  )
}
