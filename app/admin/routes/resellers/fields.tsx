import { useTranslation } from 'react-i18next'
import type { FieldOf } from '#app/admin/routes/forms/action-form.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { isProblem, type ResellerProblem } from '#app/fees/resellers/domain/problem.ts'
import { ASSETS, factsOfNetwork } from '#app/kernel/domain/assets.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, Select } from '#app/kernel/ui/forms/field.tsx'

export type WrongField = ResellerProblem | Refusal

export function useSaid(): (wrong: readonly WrongField[]) => Problem[] {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return (wrong) =>
    wrong.map((one) => ({
      field: one.field,
      text: isProblem(one) ? t(`resellers.problem.${one.problem}`) : refusalText(common, one),
    }))
}

export function WhoFields({ field }: { field: FieldOf }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return (
    <>
      <Field {...field('name')} label={t('screening.facts.name')} autoComplete="off" maxLength={100} aria-required />
      <Field
        {...field('email')}
        label={common('login.email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        aria-required
      />
      <Select
        {...field('locale')}
        label={t('resellers.language')}
        options={(Object.keys(LANGUAGES) as Language[]).map((value) => ({ value, label: LANGUAGES[value].name }))}
      />
      <Select
        {...field('asset')}
        label={t('resellers.paidIn')}
        options={ASSETS.map((asset) => ({
          value: asset,
          label: common('payment.option', { asset, network: factsOfNetwork(asset).name }),
        }))}
      />
      <Field {...field('walletAddress')} label={t('screening.wallet')} code aria-required />
      <Field {...field('walletMemo')} label={t('cases.facts.memo')} code />
    </>
  )
}

export function RateFields({ field }: { field: FieldOf }) {
  const t = useAdmin()
  const hint = (usual: string) => t('resellers.rateHint', { usual })
  return (
    <>
      <Field {...field('discount')} label={t('resellers.discount')} hint={hint('5')} inputMode="decimal" short />
      <Field {...field('commission')} label={t('resellers.commission')} hint={hint('10')} inputMode="decimal" short />
    </>
  )
}

export function CouponCodeField({ field }: { field: FieldOf }) {
  const t = useAdmin()
  return <Field {...field('code')} label={t('resellers.code')} maxLength={32} code aria-required />
}
