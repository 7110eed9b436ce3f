/**
 * Forms are taken from our own pages only. Remix checks the origin on some routes and trusts a header that clients can
 * set, so every mutation passes this gate first (OWASP CSRF: Fetch Metadata, then Origin).
 */
import type { Unavailable } from '#app/kernel/domain/answers/unavailable.ts'
import { addToLogContext } from '#app/log-context.server.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** `none`: the person's own doing, such as restoring a tab; another site cannot cause it. */
const OWN_DOING = new Set(['same-origin', 'none'])

/** Reading a page: nobody can do harm by it. */
export function changesNothing(method: string): boolean {
  return SAFE_METHODS.has(method)
}

type Sender = { method: string; origin: string | null; site: string | null; referer: string | null }

/**
 * Browsers say where a request comes from (`Sec-Fetch-Site`), and then nothing else is looked at. Older ones and scripts state an
 * `Origin`, which must be ours to the letter: scheme, host and port. Where it is missing, or hidden (`null`), the page in `Referer`
 * must be one of ours (decision 130). A request that says nothing of all this is not ours. Reading is free.
 */
export function isFromOurPages({ method, origin, site, referer }: Sender, publicOrigin: string): boolean {
  if (changesNothing(method)) return true
  if (site !== null) return OWN_DOING.has(site)
  if (origin !== null && origin !== 'null') return origin === publicOrigin
  // With the slash, or a name that only begins like ours would do, and "ours@theirs", too.
  return referer?.startsWith(`${publicOrigin}/`) ?? false
}

/** What a request says of where it comes from. */
export function senderOf({ method, headers }: Request): Sender {
  const [origin, site, referer] = ['origin', 'sec-fetch-site', 'referer'].map((name) => headers.get(name))
  return { method, origin: origin ?? null, site: site ?? null, referer: referer ?? null }
}

/** What the front door writes in place of `Sec-Fetch-Site` while this process may decide nothing. */
export const PAUSED = 'paused'

/** Throws a 503 Response, which has a page of its own, when the request came while this process may decide nothing. */
export function assertNotPaused({ headers }: Request): void {
  if (headers.get('sec-fetch-site') !== PAUSED) return
  addToLogContext({ unavailable: 'clock' satisfies Unavailable })
  const init = { status: 503, statusText: 'Service Unavailable', headers: { 'Retry-After': '60' } }
  throw Response.json({ unavailable: 'clock' satisfies Unavailable }, init)
}

/** Throws a 403 Response, which has a page of its own, when another site sent the request; before that what `assertNotPaused` throws. */
export function assertSameOrigin(request: Request, publicOrigin: string): void {
  assertNotPaused(request)
  if (isFromOurPages(senderOf(request), publicOrigin)) return
  throw Response.json({ deny: 'foreign_form' }, { status: 403, statusText: 'Forbidden' })
}
