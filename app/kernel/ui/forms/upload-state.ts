import { useSyncExternalStore } from 'react'

/** How far the form with files has come that is being sent; a page sends one at a time. */
export type UploadState =
  | { kind: 'idle' }
  /** Bytes. */
  | { kind: 'sending'; sent: number; total: number; cancel: () => void }
  /** All bytes are with the server, the answer is not here yet. */
  | { kind: 'sent' }
  | { kind: 'stopped'; why: StopReason }

/** `unanswered`: everything was sent, so nobody here knows whether it was stored. */
export type StopReason = 'cancelled' | 'interrupted' | 'unanswered'

const IDLE: UploadState = { kind: 'idle' }
const listeners = new Set<() => void>()
let state: UploadState = IDLE

export function setUpload(next: UploadState): void {
  state = next
  for (const listener of listeners) listener()
}

export function useUpload(): UploadState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => IDLE,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // The form has left the page: what happened to it is no news for the next one.
    if (listeners.size === 0) state = IDLE
  }
}
