import { Link } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rulesOf, TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { type Asset, assetsByNetwork, isAsset } from '#app/kernel/domain/assets.ts'
import { AMOUNT_KINDS } from '#app/kernel/domain/typed-amount.ts'
import { formatAmount, formatInField, formatUsd } from '#app/kernel/i18n/format.ts'
import { AmountField } from '#app/kernel/ui/forms/amount-field.tsx'
import { Select } from '#app/kernel/ui/forms/field.tsx'
import type { ShownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Worth } from '#app/prices/ui/worth.tsx'
import type { SubmitPage } from '#app/trade/opening/queries/submit-page.server.ts'
import { TermField } from '#app/trade/opening/ui/term-field.tsx'

type TradePartProps = {
  shown: ShownAgain
  paidTrade: SubmitPage['paidTrade']
  prices: SubmitPage['prices']
  currency: Asset
  onCurrency: (currency: Asset) => void
}

export function TradePart({ shown, paidTrade, prices, currency, onCurrency }: TradePartProps) {
  const { t, i18n } = useTranslation()
  const [amount, setAmount] = useState<string | null>(null)
  const beginning = (trade: SubmitPage['paidTrade']) => {
    if (!trade?.amount) return {}
    const amount = formatAmount(trade.amount, trade.currency, i18n.language)
    const hint = t('submit.fee.stated', { amount, usd: formatUsd(trade.usd, i18n.language) })
    return { preset: formatInField(trade.amount, i18n.language), hint }
  }
  return (
    <section className="part">
      <div className="grid2 money">
        <AmountField
          name="amount"
          label={t('submit.amount')}
          note={t('submit.amountNote')}
          error={shown.error('amount')}
          kind={AMOUNT_KINDS[currency]}
          show={(value) => formatAmount(value, currency, i18n.language)}
          typed={shown.typed('amount')}
          chosen={shown.typed('amountRead')}
          {...beginning(paidTrade)}
          onRead={setAmount}
          aria-required
        />
        <Select
          name="currency"
          label={t('submit.currency')}
          error={shown.error('currency')}
          defaultValue={currency}
          onChange={({ currentTarget: { value } }) => isAsset(value) && onCurrency(value)}
          options={assetsByNetwork().map((asset) => ({
            value: asset,
            label: asset,
          }))}
        />
      </div>
      <div className="small muted">
        <FeeDifference difference={shown.typed('feeDifference') ?? ''} />
        <Worth amount={amount} asset={currency} prices={prices} />
        <p className="only--usdc">{t('submit.isDollar')}</p>
      </div>
      {TEXTS.filter((name) => rulesOf(name).place === 'goods').map((name) => (
        <TermField name={name} shown={shown} rows={2} note={t('form.optional')} key={name} />
      ))}
    </section>
  )
}

/** `difference`: US dollars that the fee lacks for the refused amount. Empty: none. */
function FeeDifference({ difference }: { difference: string }) {
  const { t, i18n } = useTranslation()
  if (difference === '') return null
  return (
    <p>
      <Link to={`/payment?amount=${difference}`}>
        {t('submit.fee.payDifference', { difference: formatUsd(difference, i18n.language) })}
      </Link>
    </p>
  )
}
