import { createContext, type ReactNode, useContext, useId } from 'react'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'

/** Of the heading that a form of the same page leads to. */
export const NEXT_MARK = 'data-next'

/**
 * Where sheets are drawn: on the `page`, each by itself; in a `fold`, whose summary has the heading; among `details`, as sections of one
 * sheet (docs/decisions/132).
 */
export const SheetPlace = createContext<'page' | 'fold' | 'details'>('page')

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
  /** What a form of the same page has led to: the focus goes to its heading (AnnouncePage). */
  isNext?: boolean
  /** Left out on paper: forms and controls. */
  noPrint?: boolean
  /** Something has failed, and that is its subject. */
  isWrong?: boolean
  className?: string
  children?: ReactNode
}

/** One subject with a heading. No sheet inside a sheet; inside, hairlines. */
export function Sheet({
  title,
  aside,
  id,
  top,
  bottom,
  isNext = false,
  noPrint = false,
  isWrong = false,
  className,
  children,
}: SheetProps) {
  const headingId = useId()
  const place = useContext(SheetPlace)
  if (place === 'fold') {
    return (
      <div id={id} className={classNames('sheet__in', noPrint && 'no-print', className)}>
        {top}
        {children}
        {bottom}
      </div>
    )
  }
  if (place === 'details') {
    return (
      <section id={id} className={classNames('detail', noPrint && 'no-print')} aria-labelledby={headingId}>
        <header>
          <h3 id={headingId}>{title}</h3>
          {aside}
        </header>
        <div className={className}>{children}</div>
      </section>
    )
  }
  return (
    <section
      id={id}
      className={classNames('sheet', isWrong && 'sheet--wrong', noPrint && 'no-print')}
      aria-labelledby={title ? headingId : undefined}
    >
      {top}
      {title && (
        <header>
          <h2 id={headingId} {...(isNext && { [NEXT_MARK]: true })}>
            {title}
          </h2>
          {aside}
        </header>
      )}
      {children && <div className={classNames('sheet__in', className)}>{children}</div>}
      {bottom}
    </section>
  )
}

type SheetPartProps = { title: string; hint?: ReactNode; className?: string | undefined; children: ReactNode }

/** One step of a long form that stands in a single sheet: `<Form className="sheet">` with parts in it. */
export function SheetPart({ title, hint, className, children }: SheetPartProps) {
  return (
    <section className={classNames('part', className)}>
      <h2>{title}</h2>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </section>
  )
}
