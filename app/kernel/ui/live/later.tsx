import { type ComponentType, lazy, Suspense, useState } from 'react'

/** What pages have begun to load and the browser waits for before it takes them over. */
const begun: Promise<void>[] = []

export type LatePart<Props> = {
  /** Undefined until it is here. */
  here: ComponentType<Props> | undefined
  Awaited: ComponentType<{ props: Props }>
}

/**
 * A part of a page that works as plain HTML already: the server draws it with the page (`atOnce`), the browser loads it
 * beside the page. A page is taken over when all of its parts are here and not piece by piece: React draws a piece anew
 * that hears of a change before it is taken over, and what somebody was typing there is gone.
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
    // Who waits for it or shows it hears that it is not here.
    kept.catch(() => undefined)
    begun.push(kept)
  }
  return part
}

/** On a page that is come to without loading it anew, nothing stands in the place of a part until it is here. */
export function Later<Props extends object>({ part, props }: { part: LatePart<Props>; props: Props }) {
  // The same one for as long as it is shown, or what was typed into it would go.
  const [Here] = useState(() => part.here)
  if (Here) return <Here {...props} />
  return (
    <Suspense>
      <part.Awaited props={props} />
    </Suspense>
  )
}

/** Waits until what `loadLater` has begun to load is here. Rejects where it cannot be loaded: the page stays plain HTML. */
export async function partsAreHere(): Promise<void> {
  // A part may bring others.
  for (let known = -1; known !== begun.length; ) {
    known = begun.length
    await Promise.all(begun)
  }
}

function shownWith<Props>(Part: ComponentType<Props>) {
  return ({ props }: { props: Props }) => <Part {...(props as Props & {})} />
}
