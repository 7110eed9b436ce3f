import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'

/** A link to a part of the same page that looks like a button. The router would drop the query of the address. */
export function WithinPage({ part, children }: { part: string; children: ReactNode }) {
  return (
    <a className={buttonClass()} href={`#${part}`}>
      {children}
    </a>
  )
}
