/** Of an id on a page. */
const PART = /^[a-z][a-z-]{0,39}$/

/**
 * The address of a page for a link in a letter, with the part of the page that it is about. Browsers keep `#…` to themselves, so the address
 * names the part once more for whoever has to sign in on the way.
 */
export function pathToPart(path: string, part: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}part=${part}#${part}`
}

/** What was asked for, with the part that its address names: where an entrance leads on to. */
export function askedPath(url: string): string {
  const { pathname, search, searchParams } = new URL(url)
  const part = searchParams.get('part') ?? ''
  return pathname + search + (PART.test(part) ? `#${part}` : '')
}
