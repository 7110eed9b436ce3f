/** Who may use the harbour: its own pages and programs of this machine, no other site. */
import type { Request } from '#harbour/http.ts'

/** Against DNS rebinding: a site whose name points at 127.0.0.1 sends its own name as host. */
export function isToHere(request: Request): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '')
}

/**
 * Browsers name the origin of every form and script that sends something (`null`: hidden). A request with neither
 * header comes from a program, which could pay with play money anyway.
 */
export function isFromHere(request: Request): boolean {
  const { origin, host } = request.headers
  if (origin !== undefined) return origin === `http://${host}`
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}
