import { type ComponentType, lazy, Suspense, useState } from 'react'

/** Parts that pages have begun to load; hydration waits for them. */
const begun: Promise<void>[] = []

export type LatePart<Props> = {
  /** Undefined until it is loaded. */
  here: ComponentType<Props> | undefined
  Awaited: ComponentType<{ props: Props }>
}

/**
 * A part of a page that already works as plain HTML: the server renders it with the page (`atOnce`), the browser loads
 * it separately. A page hydrates when all of its parts are loaded, not piece by piece: React renders a piece anew when
 * it changes before its hydration, and what somebody was typing there is lost.
 */
export function loadLater<Props>(
  atOnce: ComponentType<Props> | undefined,
  load: () => Promise<ComponentType<Props>>,
): LatePart<Props> {
  const Awaited = lazy(async () => ({ default: shownWith(await load()) }))
  const part: LatePart<Props> = { here: atOnce, Awaited }
  if (!atOnce) {
    const keep = async () => {
      part.here = await load()
    }
    const kept = keep()
    // Whoever waits for it or shows it gets the error.
    kept.catch(() => undefined)
    begun.push(kept)
  }
  return part
}

/** After a navigation without a page load, the place of a part is empty until it is loaded. */
export function Later<Props extends object>({ part, props }: { part: LatePart<Props>; props: Props }) {
  // The same component for as long as it is shown; otherwise what was typed into it would be lost.
  const [Here] = useState(() => part.here)
  if (Here) return <Here {...props} />
  return (
    <Suspense>
      <part.Awaited props={props} />
    </Suspense>
  )
}

/** Waits for all that `loadLater` has begun. Rejects when a part cannot be loaded: the page stays plain HTML. */
export async function partsAreHere(): Promise<void> {
  // A part may load others.
  for (let known = -1; known !== begun.length; ) {
    known = begun.length
    await Promise.all(begun)
  }
}

function shownWith<Props>(Part: ComponentType<Props>) {
  return ({ props }: { props: Props }) => <Part {...(props as Props & {})} />
}
