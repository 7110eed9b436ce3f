/** The number under which the log has a request that failed, for whoever tells us of it. */
import { createContext, useContext } from 'react'

const HEADER = 'X-Request-Id'
/** The error page's own mark: the browser, which knows no request of the server's, reads it off the page that it was sent. */
export const REQUEST_ID_MARK = 'data-request-id'

/** Empty in the browser. */
export const RequestIdContext = createContext('')

let failed: string | null = null

export function useRequestId(): string {
  const served = useContext(RequestIdContext)
  if (served !== '' || typeof document === 'undefined') return served
  return failed ?? document.querySelector(`[${REQUEST_ID_MARK}]`)?.getAttribute(REQUEST_ID_MARK) ?? ''
}

/** Call it once, in the browser. Remix hands an error on without the answer that it came with; so the last answer is noted here. */
export function noteFailedAnswers(window: Pick<Window & typeof globalThis, 'fetch'>): void {
  const { fetch } = window
  window.fetch = async (...request) => {
    const answer = await fetch(...request)
    failed = answer.status >= 500 ? answer.headers.get(HEADER) : null
    return answer
  }
}
