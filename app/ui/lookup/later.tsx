/**
 * Forms that work as plain HTML already. The server draws them with the page; the browser takes them over after the page
 * itself, instead of keeping everybody waiting for what few ever send.
 */
import { type ComponentProps, lazy, Suspense } from 'react'
import type { PartProps } from './parts.tsx'
import type { ShareEscrow as SharedMessage } from './sharing/share-escrow.tsx'
import type { Sure as SurePage } from './sure.tsx'

const load = () => import('./parts.tsx')
// A page without JavaScript has to be whole: the server waits for nothing.
const atOnce = import.meta.env.SSR ? await load() : null
const Part = atOnce?.Part ?? lazy(async () => ({ default: (await load()).Part }))
const SharePart = atOnce?.ShareEscrow ?? lazy(async () => ({ default: (await load()).ShareEscrow }))
const SurePart = atOnce?.Sure ?? lazy(async () => ({ default: (await load()).Sure }))

export function Settlement(props: PartProps) {
  return (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

export function ShareEscrow(props: ComponentProps<typeof SharedMessage>) {
  return (
    <Suspense>
      <SharePart {...props} />
    </Suspense>
  )
}

export function Sure(props: ComponentProps<typeof SurePage>) {
  return (
    <Suspense>
      <SurePart {...props} />
    </Suspense>
  )
}
