import type { ReactNode } from 'react'

type StripProps = {
  /** What the row shows, for screen readers. */
  label: string
  /** The class of the window that clips the row. */
  className: string
  children: ReactNode
}

/**
 * A row that scrolls by itself. Its second half is a copy, hidden from screen readers, so that the loop has no seam. It
 * takes the focus: that stops it, and without motion the arrow keys scroll it.
 */
export function Strip({ label, className, children }: StripProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a field set, and one landmark more for each strip would be too many
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard (WCAG 2.1.1)
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      <div className="run">
        <ul>{children}</ul>
        <ul aria-hidden="true">{children}</ul>
      </div>
    </div>
  )
}
