import type { ReactNode } from 'react'
import { Email } from '#app/kernel/ui/text/email.tsx'

const MAILBOX = /^\S+@\S+$/

export type Fact = {
  label: ReactNode
  /** The key, where the label is more than text. */
  name?: string
  value: ReactNode
  /** Small and muted below the value. */
  detail?: ReactNode
  /** The row that sums up the others; at most one. */
  total?: boolean
}

/** Rows of label and value, the value at the end of the row. */
export function Facts({ items }: { items: Fact[] }) {
  return (
    <dl className="facts">
      {items.map(({ label, name, value, detail, total }) => (
        <div key={name ?? String(label)} className={total ? 'total' : undefined}>
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

/** Keeps a value's own direction on a right-to-left page; an email address breaks only where it may. */
function isolated(value: ReactNode): ReactNode {
  if (typeof value !== 'string') return value
  return MAILBOX.test(value) ? <Email address={value} /> : <bdi>{value}</bdi>
}
