import { Form, useNavigation } from '@remix-run/react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ASSET_FACTS } from '#app/domain/kernel/assets.ts'
import type { ShownQuote } from '#app/queries/fees/payment-page.server.ts'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { Field, Select } from '#app/ui/kernel/forms/field.tsx'
import { type RefusedForm, shownAgain } from '#app/ui/kernel/forms/refused-form.ts'
import { Actions } from '#app/ui/kernel/page/page.tsx'
import { useKeptCoupon } from './use-kept-coupon.ts'

type OrderFormProps = { quote: ShownQuote | null; couponCode: string; refused: RefusedForm | undefined }

/** Amount, currency and coupon; answers with the fee. */
export function OrderForm({ quote, couponCode, refused }: OrderFormProps) {
  const { t } = useTranslation()
  const isQuoting = useNavigation().formData?.get('intent') === 'quote'
  const isOurs = refused?.values.intent !== 'confirm'
  const { error, typed } = shownAgain(isOurs ? refused : undefined)
  const code = typed('couponCode') ?? couponCode
  const couponField = useKeptCoupon({ code, isQuoted: quote !== null })
  return (
    <Form method="post">
      <div className="grid2">
        <Field
          name="amountUsd"
          label={t('payment.amount')}
          error={error('amountUsd')}
          defaultValue={typed('amountUsd') ?? quote?.amountUsd}
          prefix="$"
          className="num"
          inputMode="decimal"
          autoComplete="off"
          aria-required
          onInput={keepDigitsAndDot}
        />
        <Select
          name="asset"
          label={t('payment.payWith')}
          error={error('asset')}
          defaultValue={typed('asset') ?? quote?.asset}
          options={(['XLM', 'USDC', 'XRP'] as const).map((asset) => ({
            value: asset,
            label: t('payment.option', { asset, network: ASSET_FACTS[asset].networkName }),
          }))}
        />
        <Field
          name="couponCode"
          label={t('payment.coupon')}
          note={t('payment.couponNote')}
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

/** What became of the coupon (spec §8). */
export function CouponSentence({ verdict }: { verdict: ShownQuote['couponVerdict'] }) {
  const { t } = useTranslation()
  if (verdict === null) return null
  return <span className={verdict === 'applied' ? 'ok nowrap' : 'hint'}>{t(`coupon.${verdict}`)}</span>
}

/** Spec §5: the amount keeps only digits and the dot. */
function keepDigitsAndDot(event: FormEvent<HTMLInputElement>): void {
  const input = event.currentTarget
  const kept = input.value.replace(/[^\d.]/g, '')
  if (kept !== input.value) input.value = kept
}
