import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { restOf } from '#app/domain/disputes/rest-of.ts'
import { AMOUNT_KINDS } from '#app/domain/kernel/typed-amount.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { AmountField } from '#app/ui/kernel/forms/amount-field.tsx'
import type { TypedDecision } from './form.server.ts'

type SplitShareProps = {
  view: Pick<EscrowView, 'amount' | 'currency'>
  typed: TypedDecision | undefined
  error: string | null
}

/** What the seller gets of a split; beside it what that leaves to the buyer, with JavaScript while it is typed. */
export function SplitShare({ view: { amount, currency }, typed, error }: SplitShareProps) {
  const { t: common, i18n } = useTranslation()
  const t = useDesk()
  const [share, setShare] = useState<string | null>(null)
  const money = (value: string) => formatAmount(value, currency, i18n.language)
  const rest = share === null ? null : restOf(amount, share, currency)
  return (
    <AmountField
      name="sellerAmount"
      label={t('decide.sellerAmount')}
      hint={common('division.amountHint.reduction', { amount: money(amount) })}
      error={error}
      kind={AMOUNT_KINDS[currency]}
      show={money}
      typed={typed?.sellerAmount}
      chosen={typed?.sellerAmountRead}
      suffix={currency}
      onRead={setShare}
      after={
        <p className="small" role="status">
          {rest && t('decide.rest', { rest: money(rest) })}
        </p>
      }
    />
  )
}
