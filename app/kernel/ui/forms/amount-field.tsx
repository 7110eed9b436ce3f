import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AmountKind, isPlainlyWritten, type Readings, readTypedAmount } from '#app/kernel/domain/typed-amount.ts'
import { formatDecimal, notationOf } from '#app/kernel/i18n/format.ts'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'
import { Choice } from './choice.tsx'
import { Field } from './field.tsx'

type AmountFieldProps = Omit<ComponentProps<typeof Field>, 'defaultValue' | 'inputRef' | 'onInput'> & {
  kind: AmountKind
  /** Formats an amount: plain digits in, the notation of the page out. */
  show: (value: string) => string
  /** What was typed before the form was refused. */
  typed?: string | undefined
  preset?: string | undefined
  /** The reading that was chosen before the form was refused. */
  chosen?: string | undefined
  /**
   * The form reloads its page: few fields keep the URL short, and the result shows at once. The reading is shown only
   * when the text was not written plainly.
   */
  isInAddress?: boolean
  /** Called with the value in plain digits; null while it is unclear. */
  onRead?: (value: string | null) => void
}

/**
 * An amount in people's own notation. Shows how it is read, with JavaScript while it is typed; asks when there are two
 * readings. The form sends what was shown (`…Read`) and the language that it is written in (`…In`).
 */
export function AmountField(props: AmountFieldProps) {
  const { kind, show, typed, preset, chosen, isInAddress = false, onRead, after, hint, ...field } = props
  const { t, i18n } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const [text, setText] = useState(typed ?? preset ?? '')
  const isRead = text.trim() !== '' && (isHydrated || typed !== undefined)
  const said = isRead ? readTypedAmount(text, kind, notationOf(i18n.language)) : null
  const value = said && 'read' in said ? said.read : null
  const isSaid = value !== null && !(isInAddress && isPlainlyWritten(text))

  // The browser may have filled it in, or somebody typed before hydration.
  useEffect(() => setText(input.current?.value ?? ''), [])
  useEffect(() => onRead?.(value), [onRead, value])

  // Rendered, or at least requested, by each page: so the messages shown while somebody types are loaded with it.
  const example = t('amount.example', { own: formatDecimal('48000.5', i18n.language, 2), plain: '48000.50' })
  return (
    <div>
      <Field
        className="num"
        inputMode="decimal"
        autoComplete="off"
        {...field}
        hint={hint ?? (isInAddress && !field.error ? null : example)}
        defaultValue={typed ?? preset}
        inputRef={input}
        onInput={(event) => setText(event.currentTarget.value)}
        after={
          <>
            {isSaid && (
              <p className="small" role="status">
                {t('amount.read', { amount: show(value) })}
              </p>
            )}
            {after}
          </>
        }
      />
      {!isInAddress && <input type="hidden" name={`${field.name}In`} value={i18n.language} />}
      {!isInAddress && value !== null && <input type="hidden" name={`${field.name}Read`} value={value} />}
      {said && 'ask' in said && (
        <WhichReading {...{ name: `${field.name}Read`, text, readings: said.ask, show, chosen }} key={text} />
      )}
    </div>
  )
}

type WhichReadingProps = {
  name: string
  text: string
  readings: Readings
  show: (value: string) => string
  chosen: string | undefined
}

/** Shows both readings in words, because their figures look alike. */
function WhichReading({ name, text, readings, show, chosen }: WhichReadingProps) {
  const { t } = useTranslation()
  const { head, tail, thousands, fraction } = readings
  const isWhole = tail === '000'
  const rest = tail.replace(/^0+(?=.)/, '')
  const words = {
    thousands: isWhole ? t('amount.wholeThousands', { head }) : t('amount.thousands', { head, rest }),
    fraction: isWhole ? t('amount.noFraction', { head }) : t('amount.fraction', { head, tail }),
  }
  return (
    <Choice
      name={name}
      legend={t(head === '' ? 'amount.meant' : 'amount.question', { typed: text.trim() })}
      legendShown
      defaultValue={chosen}
      options={[
        ...(thousands === null
          ? []
          : [{ value: thousands, label: show(thousands), ...(head !== '' && { consequence: words.thousands }) }]),
        ...(fraction === null ? [] : [{ value: fraction, label: show(fraction), consequence: words.fraction }]),
      ]}
    />
  )
}
