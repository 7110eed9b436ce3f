import type { ReactNode } from 'react'

type StripProps = {
  /** What drifts past, for those who hear it. */
  label: string
  /** The window that the row is seen through. */
  className: string
  children: ReactNode
}

/**
 * A row that drifts past. Its second half is a copy for the eye only, so that the loop has no seam. It takes the focus:
 * that stops it, and where it stands still anyway the arrow keys move it.
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
