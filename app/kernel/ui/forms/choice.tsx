import { type ReactNode, useId } from 'react'
import { Sentence } from '#app/kernel/ui/frames/note.tsx'
import { classNames } from './class-names.ts'

export type ChoiceOption = {
  value: string
  label: string
  /** What choosing this does to the money, and whether it can be undone. */
  consequence?: ReactNode
  disabled?: boolean
}

type ChoiceProps = {
  name: string
  /** The id of the first option that can be chosen, for links from an error summary; unique. Default: the name. */
  id?: string
  legend: string
  /** Shows the legend; otherwise only screen readers get it, because a heading stands above. */
  legendShown?: boolean
  options: readonly ChoiceOption[]
  defaultValue?: string
  required?: boolean
  error?: string | null
}

/** Up to four options with their consequences beside them. */
export function Choice(props: ChoiceProps) {
  const { name, id = name, legend, legendShown = false, options, defaultValue, required, error } = props
  const errorId = useId()
  const first = options.find(({ disabled }) => !disabled)?.value
  return (
    <fieldset className={classNames('choice', error && 'field--bad')} aria-describedby={error ? errorId : undefined}>
      <legend className={legendShown ? undefined : 'vh'}>{legend}</legend>
      {error && (
        <p className="err" id={errorId}>
          <Sentence text={error} />
        </p>
      )}
      {options.map(({ value, label, consequence, disabled }) => (
        <label key={value}>
          <input
            type="radio"
            id={value === first ? id : `${id}-${value}`}
            name={name}
            value={value}
            defaultChecked={value === defaultValue}
            required={required}
            disabled={disabled}
          />
          <span>
            <b>{label}</b> {consequence}
          </span>{' '}
        </label>
      ))}
    </fieldset>
  )
}

/** Extra content for one answer of the document approval: shown when it is chosen, always where `:has()` is missing. */
export function OnlyWhen({ chosen, children }: { chosen: 'Approved' | 'Rejected'; children: ReactNode }) {
  return <div className={`only only--${chosen.toLowerCase()}`}>{children}</div>
}
