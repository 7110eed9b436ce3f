const SOMEWHERE = 'http://quayside.invalid'

/**
 * A path on this site as a link or a form names it (`?redirectTo=/dashboard?txid=…`), or null for everything that could
 * lead elsewhere: other hosts, `//host`, backslashes, and paths that become `//host` when they are tidied.
 */
export function ownPath(text: string): string | null {
  if (!text.startsWith('/') || !URL.canParse(text, SOMEWHERE)) return null
  const { origin, pathname, search, hash } = new URL(text, SOMEWHERE)
  return origin === SOMEWHERE && !pathname.startsWith('//') ? pathname + search + hash : null
}
