import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { AMOUNT_KINDS } from '#app/kernel/domain/typed-amount.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { AmountField } from '#app/kernel/ui/forms/amount-field.tsx'
import { restOf } from '#app/trade/disputes/domain/rest-of.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import type { TypedDisputeDecision } from './form.server.ts'

type SplitShareProps = {
  view: Pick<EscrowView, 'amount' | 'currency'>
  typed: TypedDisputeDecision | undefined
  error: string | null
}

/** The seller's share of a split. With JavaScript the buyer's rest is shown while it is typed. */
export function SplitShare({ view: { amount, currency }, typed, error }: SplitShareProps) {
  const { t: common, i18n } = useTranslation()
  const t = useAdmin()
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
