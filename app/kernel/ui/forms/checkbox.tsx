import { type ComponentProps, type ReactNode, useId } from 'react'
import { Sentence } from '#app/kernel/ui/frames/note.tsx'
import { classNames } from './class-names.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  name: string
  /** What is agreed to, as a whole sentence. */
  label: ReactNode
  error?: string | null
}

export function Checkbox({ name, id = name, label, error, ...input }: CheckboxProps) {
  const errorId = useId()
  return (
    <div className={classNames('field', error && 'field--bad')}>
      {error && (
        <p className="err" id={errorId}>
          <Sentence text={error} />
        </p>
      )}
      <label className="tick">
        <input
          type="checkbox"
          id={id}
          name={name}
          aria-describedby={error ? errorId : undefined}
          aria-invalid={error ? true : undefined}
          {...input}
        />
        <span>{label}</span>
      </label>
    </div>
  )
}
