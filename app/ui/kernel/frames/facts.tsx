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
            {isolated(value)}
            {detail && (
              <>
                {' '}
                <small>{isolated(detail)}</small>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A name, an address or a figure keeps its own direction in a right-to-left page. */
function isolated(value: ReactNode): ReactNode {
  return typeof value === 'string' ? <bdi>{value}</bdi> : value
}
