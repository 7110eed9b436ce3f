import { useSyncExternalStore } from 'react'
import type { Unavailable } from '#app/kernel/domain/answers/unavailable.ts'

/** Why the form that was sent last was not taken; null: it was. */
let notTaken: Unavailable | null = null
const listeners = new Set<() => void>()

export function setNotTaken(why: Unavailable | null): void {
  notTaken = why
  for (const listener of listeners) listener()
}

export function useNotTaken(): Unavailable | null {
  return useSyncExternalStore(
    subscribe,
    () => notTaken,
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
