import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** False on the server and in the first render, true once the browser has taken the page over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
