import { isRouteErrorResponse } from '@remix-run/react'
import type { Viewer } from '#app/accounts/domain/viewer.ts'

/** Who is signed in, according to a guard's 403; null for a visitor and for every other error. */
export function viewerIn(error: unknown): Viewer | null {
  if (!isRouteErrorResponse(error)) return null
  const data: unknown = error.data
  return typeof data === 'object' && data !== null && 'viewer' in data ? (data.viewer as Viewer | null) : null
}
