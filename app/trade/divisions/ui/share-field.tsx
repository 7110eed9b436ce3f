import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { AMOUNT_KINDS } from '#app/kernel/domain/typed-amount.ts'
import { formatAmount, formatInField } from '#app/kernel/i18n/format.ts'
import { AmountField } from '#app/kernel/ui/forms/amount-field.tsx'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'
import type { DivisionKind } from '#app/trade/divisions/domain/division.ts'
import { restOfShare, SLIDER_STEPS, shareAt, sliderPositionOf } from '#app/trade/divisions/domain/slider.ts'

type ShareFieldProps = {
  escrow: Pick<EscrowDetails, 'amount' | 'currency'>
  kind: DivisionKind
  field: { name: string; id: string; error: string | null; defaultValue: string | undefined }
  chosen: string | undefined
}

/** What the seller gets, and what that leaves to the buyer. With JavaScript a slider moves the field. */
export function ShareField({ escrow: { amount, currency }, kind, field, chosen }: ShareFieldProps) {
  const { t, i18n } = useTranslation()
  const [share, setShare] = useState<string | null>(null)
  const { defaultValue: typed, ...named } = field
  const money = (value: string) => formatAmount(value, currency, i18n.language)
  const rest = share === null ? null : restOfShare(amount, share, currency)
  return (
    <>
      <AmountField
        {...named}
        label={t('division.amount')}
        hint={t(`division.amountHint.${kind}`, { amount: money(amount) })}
        kind={{ ...AMOUNT_KINDS[currency], mayBeZero: true }}
        show={money}
        typed={typed}
        chosen={chosen}
        suffix={currency}
        onRead={setShare}
        after={
          rest !== null && (
            <p className="small" role="status">
              {t('division.rest', { rest: money(rest) })}
            </p>
          )
        }
      />
      <Slider
        position={share === null ? null : sliderPositionOf(amount, share, currency)}
        onMove={(position) => type(field.id, formatInField(shareAt(amount, position, currency), i18n.language))}
      />
    </>
  )
}

type SliderProps = { position: number | null; onMove: (position: number) => void }

/** Changes the text of the field; only the field is submitted. */
function Slider({ position, onMove }: SliderProps) {
  const { t } = useTranslation()
  const id = useId()
  if (!useHydrated()) return null
  return (
    <div className="share-slider">
      <label htmlFor={id}>{t('division.slider')}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={SLIDER_STEPS}
        value={position ?? SLIDER_STEPS / 2}
        onChange={(event) => onMove(Number(event.currentTarget.value))}
      />
      <div className="share-slider__ends" aria-hidden="true">
        <span>{t('lookup.settle.dispute.toBuyer')}</span>
        <span>{t('lookup.settle.dispute.toSeller')}</span>
      </div>
    </div>
  )
}

/** Dispatches an input event, so that the field parses the text as if somebody had typed it. */
function type(id: string, text: string): void {
  const input = document.getElementById(id)
  if (!(input instanceof HTMLInputElement)) return
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
