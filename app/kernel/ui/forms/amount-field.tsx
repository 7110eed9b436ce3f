import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AmountKind, isPlainlyWritten, type Readings, readTyped } from '#app/kernel/domain/typed-amount.ts'
import { formatDecimal, notationOf } from '#app/kernel/i18n/format.ts'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'
import { Choice } from './choice.tsx'
import { Field } from './field.tsx'

type AmountFieldProps = Omit<ComponentProps<typeof Field>, 'defaultValue' | 'inputRef' | 'onInput'> & {
  kind: AmountKind
  /** An amount as people read it: plain digits in, the notation of the page out. */
  show: (value: string) => string
  /** What was typed before the form was refused. */
  typed?: string | undefined
  /** What the field holds before anything was typed. */
  preset?: string | undefined
  /** What was chosen before the form was refused, of two readings. */
  chosen?: string | undefined
  /**
   * The form asks for its page again: the address keeps the fields short, and the result is seen at once. Said is only what
   * was not written plainly.
   */
  isInAddress?: boolean
  /** Called with the value in plain digits, as far as it is clear. */
  onRead?: (value: string | null) => void
}

/**
 * An amount, typed as people write it. What it is read as is shown beside it, with JavaScript while it is typed; what can be
 * read in two ways is asked. The form carries what was shown (`…Read`) and the language that it is written in (`…In`).
 */
export function AmountField(props: AmountFieldProps) {
  const { kind, show, typed, preset, chosen, isInAddress = false, onRead, after, hint, ...field } = props
  const { t, i18n } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const [text, setText] = useState(typed ?? preset ?? '')
  const isRead = text.trim() !== '' && (isHydrated || typed !== undefined)
  const said = isRead ? readTyped(text, kind, notationOf(i18n.language)) : null
  const value = said && 'read' in said ? said.read : null
  const isSaid = value !== null && !(isInAddress && isPlainlyWritten(text))

  // What the browser filled in, or somebody typed before the page came to life.
  useEffect(() => setText(input.current?.value ?? ''), [])
  useEffect(() => onRead?.(value), [onRead, value])

  // Said by each page, or asked for at least: so the words of what is said while somebody types have come with it.
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

/** Both readings, in words, because in figures they look alike. */
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
