import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'

/** A link to a part of the same page, styled as a button. A link of the router would drop the query. */
export function WithinPage({ part, children }: { part: string; children: ReactNode }) {
  return (
    <a className={buttonClass()} href={`#${part}`}>
      {children}
    </a>
  )
}
