import { useSyncExternalStore } from 'react'

/** The progress of the form with files that is being sent; a page sends one at a time. */
export type UploadState =
  | { kind: 'idle' }
  /** `sent` and `total`: bytes. */
  | { kind: 'sending'; sent: number; total: number; cancel: () => void }
  /** The server has all bytes; its answer is not here yet. */
  | { kind: 'sent' }
  | { kind: 'stopped'; why: StopReason }

/** `unanswered`: everything was sent, but whether it was stored is unknown. */
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
    // The form has left the page: its state must not show on the next one.
    if (listeners.size === 0) state = IDLE
  }
}
