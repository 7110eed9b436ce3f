import type { ReactNode } from 'react'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'

/**
 * Without JavaScript there is none: browsers print from their own menu. With it, its place is kept until it works, so that
 * nothing below moves.
 */
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
