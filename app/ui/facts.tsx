import type { ReactNode } from 'react'

export type Fact = {
  label: string
  value: ReactNode
  /** Small and muted below the value. */
  detail?: ReactNode
  /** The line that sums the others up; once. */
  total?: boolean
}

/** Label and value, the value at the end of the row. */
export function Facts({ items }: { items: Fact[] }) {
  return (
    <dl className="facts">
      {items.map(({ label, value, detail, total }) => (
        <div key={label} className={total ? 'total' : undefined}>
          <dt>{label}</dt>
          <dd>
            {value}
            {detail && <small>{detail}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
