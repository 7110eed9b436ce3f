import { Form, Link, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { QuoteView } from '#app/fees/queries/payment-page.server.ts'
import { assetsByNetwork, factsOfNetwork, USUAL_ASSET } from '#app/kernel/domain/assets.ts'
import { AMOUNT_KINDS } from '#app/kernel/domain/typed-amount.ts'
import { formatInField, formatUsd } from '#app/kernel/i18n/format.ts'
import { AmountField } from '#app/kernel/ui/forms/amount-field.tsx'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Field, Select } from '#app/kernel/ui/forms/field.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { useKeptCoupon } from './use-kept-coupon.ts'

type OrderFormProps = {
  quote: QuoteView | null
  /** The initial value while there is no quote. */
  amountUsd: string | null
  couponCode: string
  refused: RefusedForm | undefined
}

export function OrderForm({ quote, amountUsd, couponCode, refused }: OrderFormProps) {
  const { t, i18n } = useTranslation()
  const isQuoting = useNavigation().formData?.get('intent') === 'quote'
  const isOurs = refused?.values.intent !== 'confirm'
  const { error, typed } = shownAgain(isOurs ? refused : undefined)
  const code = typed('couponCode') ?? couponCode
  const preset = quote?.amountUsd ?? amountUsd
  const couponField = useKeptCoupon({ code, isQuoted: quote !== null })
  return (
    <Form method="post">
      <div className="grid2">
        <AmountField
          name="amountUsd"
          label={t('payment.amount')}
          error={error('amountUsd')}
          kind={AMOUNT_KINDS.USD}
          show={(value) => formatUsd(value, i18n.language)}
          typed={typed('amountUsd')}
          chosen={typed('amountUsdRead')}
          preset={preset === null ? undefined : formatInField(preset, i18n.language, 2)}
          prefix="$"
          aria-required
        />
        <Select
          name="asset"
          label={t('payment.payWith')}
          hint={t('submit.isDollar')}
          after={
            <p className="small">
              <Link to="/wallets" target="_blank">
                {t('ui.walletHelp')}
              </Link>
            </p>
          }
          error={error('asset')}
          defaultValue={typed('asset') ?? quote?.asset ?? USUAL_ASSET}
          options={assetsByNetwork().map((asset) => ({
            value: asset,
            label: t('payment.option', { asset, network: factsOfNetwork(asset).name }),
          }))}
        />
        <Field
          name="couponCode"
          label={t('payment.coupon')}
          note={t('form.optional')}
          defaultValue={code}
          inputRef={couponField}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={64}
          after={quote && <CouponSentence verdict={quote.couponVerdict} />}
        />
      </div>
      <Actions after>
        <Button name="intent" value="quote" look={quote ? 'line' : 'filled'} disabled={isQuoting}>
          {isQuoting ? t('payment.showing') : t('payment.show')}
        </Button>
      </Actions>
    </Form>
  )
}

/** The verdict on the coupon (spec §8). */
export function CouponSentence({ verdict }: { verdict: QuoteView['couponVerdict'] }) {
  const { t } = useTranslation()
  if (verdict === null) return null
  return <span className={verdict === 'applied' ? 'ok nowrap' : 'hint'}>{t(`coupon.${verdict}`)}</span>
}
