/**
 * Forms are taken from our own pages only. Remix checks the origin on some routes and trusts a header that clients can
 * set, so every mutation passes this gate first (OWASP CSRF: Fetch Metadata, then Origin).
 */

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** `none`: the person's own doing, such as restoring a tab; another site cannot cause it. */
const OWN_DOING = new Set(['same-origin', 'none'])

/**
 * Throws a 403 Response when another site sent the request. Browsers say where a request comes from (`Sec-Fetch-Site`);
 * older ones and scripts state an `Origin`, which must be ours to the letter: scheme, host and port. A request that
 * says neither is refused.
 */
export function assertSameOrigin(request: Request, publicOrigin: string): void {
  if (SAFE_METHODS.has(request.method)) return
  const site = request.headers.get('sec-fetch-site')
  const isOurs = site === null ? request.headers.get('origin') === publicOrigin : OWN_DOING.has(site)
  if (!isOurs)
    throw new Response('This request did not come from our own pages.', { status: 403, statusText: 'Forbidden' })
}
