import { type ComponentPropsWithoutRef, type ReactNode, type Ref, useId } from 'react'
import { Sentence } from '#app/kernel/ui/frames/note.tsx'
import { classNames } from './class-names.ts'

/** What surrounds the control of every field. The error stands between the label and the control. */
type FieldAround = {
  /** Also the id, so that an error summary can link to `#name`; give `id` when a name occurs twice on a page. */
  name: string
  id?: string
  label: ReactNode
  /** A few muted words in the label's line: "if you have one". */
  note?: ReactNode
  /** A sentence below the label. */
  hint?: ReactNode
  error?: string | null
  /** A sentence of success or state below the control. */
  after?: ReactNode
}

type Described = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

function FieldFrame({ around, children }: { around: FieldAround; children: (described: Described) => ReactNode }) {
  const id = around.id ?? around.name
  const own = useId()
  const errorId = `${own}error`
  const hintId = `${own}hint`
  const describedBy = [around.error && errorId, around.hint && hintId].filter(Boolean).join(' ')
  return (
    <div className={classNames('field', around.error && 'field--bad')}>
      <label htmlFor={id}>
        {around.label} {around.note && <span className="hint">{around.note}</span>}
      </label>
      {around.hint && (
        <p className="hint" id={hintId}>
          {around.hint}
        </p>
      )}
      {around.error && (
        <p className="err" id={errorId}>
          <Sentence text={around.error} />
        </p>
      )}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': around.error ? true : undefined,
      })}
      {around.after}
    </div>
  )
}

type ControlProps<Tag extends 'input' | 'textarea' | 'select'> = FieldAround &
  Omit<ComponentPropsWithoutRef<Tag>, keyof FieldAround | 'prefix' | 'children'>

type FieldProps = ControlProps<'input'> & {
  /** Monospaced, left to right, without spell checking: hashes, IDs, addresses. */
  code?: boolean
  short?: boolean
  /** Fixed text before or after the value, joined to the control: "$", "XLM". */
  prefix?: string
  suffix?: string
  /** The input itself, for values filled in later. */
  inputRef?: Ref<HTMLInputElement>
}

/** A single line of text. `defaultValue` keeps what was typed when the form is shown again. */
export function Field({
  name,
  id,
  label,
  note,
  hint,
  error,
  after,
  code,
  short,
  prefix,
  suffix,
  inputRef,
  className,
  ...input
}: FieldProps) {
  return (
    <FieldFrame around={{ name, id, label, note, hint, error, after }}>
      {(described) => {
        const control = (
          <input
            name={name}
            className={classNames('in', code && 'in--code', short && 'in--short', className)}
            ref={inputRef}
            {...(code && CODE_INPUT)}
            {...input}
            {...described}
          />
        )
        if (!prefix && !suffix) return control
        return (
          <div className="affix">
            {prefix && <span>{prefix}</span>}
            {control}
            {suffix && <span>{suffix}</span>}
          </div>
        )
      }}
    </FieldFrame>
  )
}

/** Several lines of text; with `code` and `rows={1}` an address that is wholly visible on a narrow screen. */
export function TextArea({
  name,
  id,
  label,
  note,
  hint,
  error,
  after,
  code,
  className,
  ...area
}: ControlProps<'textarea'> & { code?: boolean }) {
  return (
    <FieldFrame around={{ name, id, label, note, hint, error, after }}>
      {(described) => (
        <textarea
          name={name}
          className={classNames('in', code && 'in--code', className)}
          {...(code && CODE_INPUT)}
          {...area}
          {...described}
        />
      )}
    </FieldFrame>
  )
}

/** `lang`: the language of the label, when it is not the page's. */
export type Option = { value: string; label: string; disabled?: boolean; lang?: string }

export function Select({
  name,
  id,
  label,
  note,
  hint,
  error,
  after,
  options,
  className,
  ...select
}: ControlProps<'select'> & { options: readonly Option[] }) {
  return (
    <FieldFrame around={{ name, id, label, note, hint, error, after }}>
      {(described) => (
        <select name={name} className={classNames('in', className)} {...select} {...described}>
          {options.map(({ value, label: text, ...option }) => (
            <option key={value} value={value} {...option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

/** One file, or several with `multiple`. `accept` comes from acceptAttribute(). */
export function FileField({ name, id, label, note, hint, error, after, className, ...input }: ControlProps<'input'>) {
  return (
    <FieldFrame around={{ name, id, label, note, hint, error, after }}>
      {(described) => (
        <input type="file" name={name} className={classNames('file', className)} {...input} {...described} />
      )}
    </FieldFrame>
  )
}

const CODE_INPUT = { spellCheck: false, autoComplete: 'off', autoCapitalize: 'off', autoCorrect: 'off' } as const
