import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { restOf } from '#app/domain/disputes/rest-of.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Field } from '#app/ui/kernel/forms/field.tsx'
import { useHydrated } from '#app/ui/kernel/live/use-hydrated.ts'

type SplitShareProps = { view: Pick<EscrowView, 'amount' | 'currency'>; typed: string; error: string | null }

/** What the seller gets of a split; beside it what that leaves to the buyer, with JavaScript while it is typed. */
export function SplitShare({ view: { amount, currency }, typed, error }: SplitShareProps) {
  const { i18n } = useTranslation()
  const t = useDesk()
  const isHydrated = useHydrated()
  const [text, setText] = useState(typed)
  const money = (value: string) => formatAmount(value, currency, i18n.language)
  const rest = isHydrated ? restOf(amount, text, currency) : null
  return (
    <Field
      name="sellerAmount"
      label={t('decide.sellerAmount')}
      hint={t('decide.sellerAmountHint', { amount: money(amount) })}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      suffix={currency}
      defaultValue={typed}
      onChange={(event) => setText(event.currentTarget.value)}
      after={
        <p className="small" role="status">
          {rest ? t('decide.rest', { rest: money(rest) }) : t('decide.restOpen', { amount: money(amount) })}
        </p>
      }
    />
  )
}
