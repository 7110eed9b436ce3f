import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

/** The status of an upload that broke off: no server sends it. */
export const UPLOAD_STOPPED = 499
/** The form could not be taken for now, and reloading the page would fail, too. */
const UNAVAILABLE = 503

/**
 * `shouldRevalidate` of a page with forms: it reloads after a refusal, too, to show what changed meanwhile, the session
 * included. Not after an upload that broke off: a reload without connection would take away what was typed.
 */
export function readAnew({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  if (actionStatus === UPLOAD_STOPPED || actionStatus === UNAVAILABLE) return false
  return actionStatus !== undefined || defaultShouldRevalidate
}
