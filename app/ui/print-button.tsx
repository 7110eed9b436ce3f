import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useHydrated } from './use-hydrated.ts'

/** Without JavaScript there is none: browsers print from their own menu. */
export function PrintButton({ children }: { children: ReactNode }) {
  if (!useHydrated()) return null
  return (
    <Button type="button" look="line" onClick={() => window.print()}>
      {children}
    </Button>
  )
}
