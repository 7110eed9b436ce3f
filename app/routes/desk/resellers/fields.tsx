import { useTranslation } from 'react-i18next'
import { ASSETS, factsOfNetwork } from '#app/domain/kernel/assets.ts'
import type { Refusal } from '#app/domain/kernel/refusal.ts'
import { isProblem, type ResellerProblem } from '#app/domain/resellers/problem.ts'
import { LANGUAGES, type Language } from '#app/i18n/kernel/languages.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Field, Select } from '#app/ui/kernel/forms/field.tsx'

export type Wrong = ResellerProblem | Refusal
export type Said = { field: string | undefined; text: string }[]

/** What is wrong, in words. */
export function useSaid(): (wrong: readonly Wrong[]) => Said {
  const { t: common } = useTranslation()
  const t = useDesk()
  return (wrong) =>
    wrong.map((one) => ({
      field: one.field,
      text: isProblem(one) ? t(`resellers.problem.${one.problem}`) : refusalText(common, one),
    }))
}

/** A field by its name: what stands in it, and what is wrong with it. */
export type Fields = { typed: (name: string) => string; error: (name: string) => string | undefined; suffix: string }

/** Name, address, language and wallet. */
export function WhoFields({ typed, error, suffix }: Fields) {
  const { t: common } = useTranslation()
  const t = useDesk()
  const at = (name: string) => ({ name, id: `${name}${suffix}`, error: error(name), defaultValue: typed(name) })
  return (
    <>
      <Field {...at('name')} label={t('screening.facts.name')} autoComplete="off" maxLength={100} aria-required />
      <Field
        {...at('email')}
        label={common('login.email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        aria-required
      />
      <Select
        {...at('locale')}
        label={t('resellers.language')}
        options={(Object.keys(LANGUAGES) as Language[]).map((value) => ({ value, label: LANGUAGES[value].name }))}
      />
      <Select
        {...at('asset')}
        label={t('resellers.paidIn')}
        options={ASSETS.map((asset) => ({
          value: asset,
          label: common('payment.option', { asset, network: factsOfNetwork(asset).name }),
        }))}
      />
      <Field {...at('walletAddress')} label={t('screening.wallet')} code aria-required />
      <Field {...at('walletMemo')} label={t('cases.facts.memo')} code />
    </>
  )
}

/** What a code takes off, and what it earns. */
export function RateFields({ typed, error, suffix }: Fields) {
  const t = useDesk()
  const at = (name: string) => ({ name, id: `${name}${suffix}`, error: error(name), defaultValue: typed(name) })
  return (
    <>
      <Field
        {...at('discount')}
        label={t('resellers.discount')}
        hint={t('resellers.rateHint', { usual: '5' })}
        inputMode="decimal"
        short
      />
      <Field
        {...at('commission')}
        label={t('resellers.commission')}
        hint={t('resellers.rateHint', { usual: '10' })}
        inputMode="decimal"
        short
      />
    </>
  )
}

export function CodeField({ typed, error, suffix }: Fields) {
  const t = useDesk()
  return (
    <Field
      name="code"
      id={`code${suffix}`}
      label={t('resellers.code')}
      error={error('code')}
      defaultValue={typed('code')}
      maxLength={32}
      code
      aria-required
    />
  )
}
