import type { ReactNode } from 'react'
import { Email } from '#app/kernel/ui/text/email.tsx'

const MAILBOX = /^\S+@\S+$/

export type Fact = {
  label: ReactNode
  /** Where the label is more than words. */
  name?: string
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

/** A name, an address or a figure keeps its own direction in a right-to-left page; an address of a mailbox ends its lines where it may. */
function isolated(value: ReactNode): ReactNode {
  if (typeof value !== 'string') return value
  return MAILBOX.test(value) ? <Email address={value} /> : <bdi>{value}</bdi>
}
