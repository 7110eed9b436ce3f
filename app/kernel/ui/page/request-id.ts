/** What the last answer said about a failure: its number in the log, and whether it passes within a minute. */
import { createContext, useContext } from 'react'
import { isUnavailable, UNAVAILABLE_HEADER, type Unavailable } from '#app/kernel/domain/answers/unavailable.ts'
import { setNotTaken } from './not-taken-state.ts'

const HEADER = 'X-Request-Id'
/** Marks the number on the error page: the browser, which knows no request of the server's, reads it there. */
export const REQUEST_ID_MARK = 'data-request-id'

/** Empty in the browser. */
export const RequestIdContext = createContext('')

let failed: string | null = null
let unavailable: Unavailable | null = null

export function useRequestId(): string {
  const served = useContext(RequestIdContext)
  if (served !== '' || typeof document === 'undefined') return served
  return failed ?? document.querySelector(`[${REQUEST_ID_MARK}]`)?.getAttribute(REQUEST_ID_MARK) ?? ''
}

/** Why the last answer could not be given; null on the server, whose error says so itself. */
export function lastUnavailable(): Unavailable | null {
  return unavailable
}

/** Call it once, in the browser. Remix passes an error on without its answer, so the last answer is noted here. */
export function noteFailedAnswers(window: Pick<Window & typeof globalThis, 'fetch'>): void {
  const { fetch } = window
  window.fetch = async (input, init) => {
    const answer = await fetch(input, init)
    noteAnswer(answer, init?.method ?? 'GET')
    return answer
  }
}

/** Notes an answer, from `fetch` or XMLHttpRequest. */
export function noteAnswer({ status, headers }: Pick<Response, 'status' | 'headers'>, method: string): void {
  failed = status >= 500 ? headers.get(HEADER) : null
  const why = headers.get(UNAVAILABLE_HEADER)
  unavailable = isUnavailable(why) ? why : null
  if (method.toUpperCase() === 'POST') setNotTaken(unavailable)
}
