import type { ReactNode } from 'react'

/** A row that drifts past. Its second half is a copy for the eye only, so that the loop has no seam. */
export function Strip({ children }: { children: ReactNode }) {
  return (
    <div className="run">
      <ul>{children}</ul>
      <ul aria-hidden="true">{children}</ul>
    </div>
  )
}
