import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

/** The status of an answer to an upload that never came: no server gives it. */
export const UPLOAD_STOPPED = 499
/** The form could not be taken for now, and a page that is read again could not be shown. */
const UNAVAILABLE = 503

/**
 * `shouldRevalidate` of a page with forms: it is read again also after a refusal, because what changed while somebody was
 * typing, the session too, is on the page then. Not after an upload that broke off: the connection is gone, and a page that
 * cannot be read would take away what was typed.
 */
export function readAnew({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  if (actionStatus === UPLOAD_STOPPED || actionStatus === UNAVAILABLE) return false
  return actionStatus !== undefined || defaultShouldRevalidate
}
