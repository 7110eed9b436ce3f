import { type ComponentType, lazy, Suspense } from 'react'

const load = () => import('./parts.tsx')
type Parts = Awaited<ReturnType<typeof load>>

/** The server draws with them at once, so that pages are whole without JavaScript. */
const atOnce = import.meta.env.SSR ? await load() : null

/**
 * A part that works as plain HTML already: the browser takes it over when the page itself is taken over, instead of
 * keeping everybody waiting for forms that few ever send.
 */
function later<Props extends object>(pick: (parts: Parts) => ComponentType<Props>) {
  const Part = atOnce ? pick(atOnce) : lazy(async () => ({ default: pick(await load()) }))
  return function Later(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

export const DisputeSheet = later((parts) => parts.DisputeSheet)
export const PaidOut = later((parts) => parts.PaidOut)
export const RefundRequest = later((parts) => parts.RefundRequest)
export const RefundWallet = later((parts) => parts.RefundWallet)
export const Sure = later((parts) => parts.Sure)
export const WaysOut = later((parts) => parts.WaysOut)
