/**
 * Accepts forms from our own pages only. Remix checks the origin on some routes and trusts a header that clients can
 * set, so every mutation passes this check first (OWASP CSRF: Fetch Metadata, then Origin).
 */
import type { Unavailable } from '#app/kernel/domain/answers/unavailable.ts'
import { addToLogContext } from '#app/log-context.server.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** `none`: an act of the person, such as restoring a tab; another site cannot cause it. */
const OWN_DOING = new Set(['same-origin', 'none'])

/** Reading can do no harm. */
export function changesNothing(method: string): boolean {
  return SAFE_METHODS.has(method)
}

type Sender = { method: string; origin: string | null; site: string | null; referer: string | null }

/**
 * Browsers state where a request comes from (`Sec-Fetch-Site`); then nothing else counts. Older ones and scripts state
 * an `Origin`, which must equal ours: scheme, host and port. Where it is missing, or hidden (`null`), the page in
 * `Referer` must be one of ours (decision 128). A request with none of these is not ours. Reading is free.
 */
export function isFromOurPages({ method, origin, site, referer }: Sender, publicOrigin: string): boolean {
  if (changesNothing(method)) return true
  if (site !== null) return OWN_DOING.has(site)
  if (origin !== null && origin !== 'null') return origin === publicOrigin
  // With the slash: otherwise a name that only begins like ours would pass, and "ours@theirs", too.
  return referer?.startsWith(`${publicOrigin}/`) ?? false
}

/** What a request states about where it comes from. */
export function senderOf({ method, headers }: Request): Sender {
  const [origin, site, referer] = ['origin', 'sec-fetch-site', 'referer'].map((name) => headers.get(name))
  return { method, origin: origin ?? null, site: site ?? null, referer: referer ?? null }
}

/** What the front door writes into `Sec-Fetch-Site` while this process may decide nothing. */
export const PAUSED = 'paused'

/** Throws a 503 Response, which has its own page, for a request that came while this process may decide nothing. */
export function assertNotPaused({ headers }: Request): void {
  if (headers.get('sec-fetch-site') !== PAUSED) return
  addToLogContext({ unavailable: 'clock' satisfies Unavailable })
  const init = { status: 503, statusText: 'Service Unavailable', headers: { 'Retry-After': '60' } }
  throw Response.json({ unavailable: 'clock' satisfies Unavailable }, init)
}

/** Throws a 403 Response, which has its own page, when another site sent it; before that, `assertNotPaused`'s 503. */
export function assertSameOrigin(request: Request, publicOrigin: string): void {
  assertNotPaused(request)
  if (isFromOurPages(senderOf(request), publicOrigin)) return
  throw Response.json({ deny: 'foreign_form' }, { status: 403, statusText: 'Forbidden' })
}
