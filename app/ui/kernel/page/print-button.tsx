import type { ReactNode } from 'react'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { useHydrated } from '#app/ui/kernel/live/use-hydrated.ts'

/** Without JavaScript there is none: browsers print from their own menu. */
export function PrintButton({ children }: { children: ReactNode }) {
  if (!useHydrated()) return null
  return (
    <Button type="button" look="line" onClick={() => window.print()}>
      {children}
    </Button>
  )
}
