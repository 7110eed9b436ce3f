/** The id of an element on a page. */
const PART = /^[a-z][a-z-]{0,39}$/

/**
 * Returns the address of a page for a link in an email, with the part of the page that it is about. Browsers do not
 * send `#…`, so the query names the part, too, for readers who have to sign in first.
 */
export function pathToPart(path: string, part: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}part=${part}#${part}`
}

/** Returns the requested path with the part that its query names: where signing in leads on to. */
export function askedPath(url: string): string {
  const { pathname, search, searchParams } = new URL(url)
  const part = searchParams.get('part') ?? ''
  return pathname + search + (PART.test(part) ? `#${part}` : '')
}
