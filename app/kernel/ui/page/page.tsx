import { Children, type ReactNode } from 'react'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { phrases } from '#app/kernel/ui/text/phrases.tsx'

/** The head of a desk or reading page. */
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

type DeskProps = {
  /** The second column; below the first on narrow screens. */
  aside: ReactNode
  /** Names the aside where a page has several. */
  asideLabel?: string
  /** On narrow screens the aside comes first, because it holds the turn. */
  asideFirst?: boolean
  /** Space above, when something other than a page head stands there. */
  after?: boolean
  children: ReactNode
}

/** Main column and aside. */
export function Desk({ aside, asideLabel, asideFirst = false, after = false, children }: DeskProps) {
  return (
    <div className={classNames('desk', asideFirst && 'desk--turnfirst', after && 'desk--after')}>
      <div>{children}</div>
      {/* Without a name it is no landmark that anybody could tell from another. */}
      <aside aria-label={asideLabel} role={asideLabel ? undefined : 'presentation'}>
        {aside}
      </aside>
    </div>
  )
}

/** One column as wide as running text may be. */
export function Read({ children }: { children: ReactNode }) {
  return <div className="read">{children}</div>
}

/** Buttons and links in a row. Spaces between them are for those who read without style, or copy. */
export function Actions({ after = false, children }: { after?: boolean; children: ReactNode }) {
  const parts = Children.toArray(children)
  return (
    <div className={classNames('acts', after && 'acts--after')}>
      {parts.flatMap((part, place) => (place === 0 ? [part] : [' ', part]))}
    </div>
  )
}
