import { createContext, type ReactNode, useContext, useId } from 'react'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'

/** Marks the heading that a form of the same page leads to. */
export const NEXT_MARK = 'data-next'

/**
 * Where sheets are rendered: on the `page`, each by itself; in a `fold`, whose summary has the heading; in `details`,
 * as sections of one sheet (docs/decisions/132).
 */
export const SheetPlace = createContext<'page' | 'fold' | 'details'>('page')

type SheetProps = {
  title?: ReactNode
  /** Beside the title: a tag or a few muted words. */
  aside?: ReactNode
  id?: string
  /** Above the heading, edge to edge: a countdown. */
  top?: ReactNode
  /** Below, edge to edge: a watch. */
  bottom?: ReactNode
  /** The result of a form of the same page: its heading takes the focus (AnnouncePage). */
  isNext?: boolean
  /** Not printed: forms and controls. */
  noPrint?: boolean
  /** Its subject is a failure. */
  isWrong?: boolean
  className?: string
  children?: ReactNode
}

/** One subject with a heading. Sheets are not nested; inside, hairlines separate. */
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

/** One step of a long form in a single sheet: `<Form className="sheet">` with parts in it. */
export function SheetPart({ title, hint, className, children }: SheetPartProps) {
  return (
    <section className={classNames('part', className)}>
      <h2>{title}</h2>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </section>
  )
}
