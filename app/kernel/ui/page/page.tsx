import { Children, type ReactNode } from 'react'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { phrases } from '#app/kernel/ui/text/phrases.tsx'

/** The head of a page in the layout `Desk` or `Read`. */
export function PageHead({ title, lead, actions }: { title: ReactNode; lead?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={classNames('head', Boolean(actions) && 'head--act')}>
      <div>
        <h1>{phrases(title)}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {actions}
    </div>
  )
}

type AdminProps = {
  /** The second column; below the first on narrow screens. */
  aside: ReactNode
  /** Names the aside when a page has several. */
  asideLabel?: string
  /** On narrow screens the aside comes first, because it shows whose turn it is. */
  asideFirst?: boolean
  /** Space above, when something other than a page head stands there. */
  after?: boolean
  children: ReactNode
}

export function AdminFrame({ aside, asideLabel, asideFirst = false, after = false, children }: AdminProps) {
  return (
    <div className={classNames('desk', asideFirst && 'desk--turnfirst', after && 'desk--after')}>
      <div>{children}</div>
      {/* Without a name nobody could tell this landmark from another. */}
      <aside aria-label={asideLabel} role={asideLabel ? undefined : 'presentation'}>
        {aside}
      </aside>
    </div>
  )
}

/** One column with the greatest width for running text. */
export function Read({ children }: { children: ReactNode }) {
  return <div className="read">{children}</div>
}

/** Buttons and links in a row. The spaces between them are for readers without styles, and for copied text. */
export function Actions({ after = false, children }: { after?: boolean; children: ReactNode }) {
  const parts = Children.toArray(children)
  return (
    <div className={classNames('acts', after && 'acts--after')}>
      {parts.flatMap((part, place) => (place === 0 ? [part] : [' ', part]))}
    </div>
  )
}
