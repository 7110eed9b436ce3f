import type { ReactNode } from 'react'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'

/** Absent without JavaScript: browsers have a print menu. With it, its space is reserved, so that nothing moves. */
export function PrintButton({ size, children }: { size?: 'small'; children: ReactNode }) {
  const isHydrated = useHydrated()
  return (
    <Button
      type="button"
      look="line"
      size={size}
      className={isHydrated ? undefined : 'b--later'}
      disabled={!isHydrated}
      onClick={() => window.print()}
    >
      {children}
    </Button>
  )
}
