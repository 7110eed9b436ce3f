import { useRefresh } from './use-refresh.ts'

/**
 * Keeps a page with a form current while it waits for a ledger. With JavaScript only: without it the browser would
 * reload the page, and what somebody is typing would be gone.
 */
export function LiveUpdates({ seconds }: { seconds: number }) {
  useRefresh(seconds)
  return null
}
