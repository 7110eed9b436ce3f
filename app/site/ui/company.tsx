import { useTranslation } from 'react-i18next'
import { type CompanyPart, companyFacts } from '#app/kernel/i18n/company.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { useCompany } from './use-company.ts'

/** The owner's details of these kinds, as rows; nothing where none are stated. */
export function CompanyFacts({ parts }: { parts: readonly CompanyPart[] }) {
  const { t } = useTranslation()
  const company = useCompany()
  const facts = company ? companyFacts(company, parts) : []
  if (facts.length === 0) return null
  return (
    <Facts
      items={facts.map(({ part, value }) => ({
        label: t(`company.${part}`),
        value: part === 'phone' ? <Phone number={value} /> : value,
      }))}
    />
  )
}

const ALL = ['name', 'address', 'register', 'licence', 'law', 'phone', 'hours'] as const

export function CompanySheet() {
  const { t } = useTranslation()
  const company = useCompany()
  if (!company || companyFacts(company, ALL).length === 0) return null
  return (
    <Sheet title={t('company.title')}>
      <CompanyFacts parts={ALL} />
    </Sheet>
  )
}

/** In how many working days support answers, where that is promised. */
export function AnswerTime() {
  const { t } = useTranslation()
  const days = useCompany()?.answerDays
  return days ? <> {t('company.answer', { count: days })}</> : null
}

function Phone({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replaceAll(/[^\d+]/g, '')}`} dir="ltr">
      {number}
    </a>
  )
}
