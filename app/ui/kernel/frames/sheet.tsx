import { type ReactNode, useId } from 'react'
import { classNames } from '#app/ui/kernel/forms/class-names.ts'

type SheetProps = {
  title?: ReactNode
  /** Beside the title: a tag or a few muted words. */
  aside?: ReactNode
  /** An anchor that others link to. */
  id?: string
  /** What stands above the heading, edge to edge: a countdown. */
  top?: ReactNode
  /** What stands below, edge to edge: a watch. */
  bottom?: ReactNode
  /** Left out on paper: forms and controls. */
  noPrint?: boolean
  className?: string
  children?: ReactNode
}

/** One subject with a heading. No sheet inside a sheet; inside, hairlines. */
export function Sheet({ title, aside, id, top, bottom, noPrint = false, className, children }: SheetProps) {
  const headingId = useId()
  return (
    <section
      id={id}
      className={classNames('sheet', noPrint && 'no-print')}
      aria-labelledby={title ? headingId : undefined}
    >
      {top}
      {title && (
        <header>
          <h2 id={headingId}>{title}</h2>
          {aside}
        </header>
      )}
      {children && <div className={classNames('sheet__in', className)}>{children}</div>}
      {bottom}
    </section>
  )
}

/** One step of a long form that stands in a single sheet: `<Form className="sheet">` with parts in it. */
export function SheetPart({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className="part">
      <h2>{title}</h2>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </section>
  )
}
