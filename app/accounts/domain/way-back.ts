/** The way back to the page that asked somebody to sign in: `?redirectTo=/seller-confirm?txid=…`. */

const SOMEWHERE = 'http://quayside.invalid'
/** In characters. Escrow IDs and form tokens take a tenth of it; forms and emails carry nothing longer. */
const LONGEST = 500
/** Pages on the way in or out: returning to one would go in a circle, or log the person out again. */
const ENTRANCES = /^\/(?:login|register|logout|forgot-password|reset-password|admin)(?:[./?#]|$)/i

/**
 * Returns a path on this site as a link, a form or an email names it. Null: it could lead elsewhere (other hosts,
 * `//host`, backslashes, paths that normalize to `//host`), or to an entrance itself.
 */
export function ownPath(text: string): string | null {
  if (text.length > LONGEST || !text.startsWith('/') || !URL.canParse(text, SOMEWHERE)) return null
  const { origin, pathname, search, hash } = new URL(text, SOMEWHERE)
  const isOurs = origin === SOMEWHERE && !pathname.startsWith('//') && !ENTRANCES.test(pathname)
  return isOurs ? pathname + search + hash : null
}

type Entrance = '/login' | '/register' | '/forgot-password' | '/reset-password' | '/confirm-email'

/** The address of an entrance that leads on to `wanted`. Anything but a path of ours is left out. */
export function entrance(page: Entrance, wanted: string | null | undefined): string {
  const path = ownPath(wanted ?? '')
  return path === null ? page : `${page}?redirectTo=${encodeURIComponent(path)}`
}

/** Where signing in and registering lead from a page: back to `wanted`, or on with the page's invitation. */
export type Entrances = { login: string; register: string }

export function entrancesOf({ wanted, invitation }: { wanted: string | null; invitation: string | null }): Entrances {
  if (invitation === null) return { login: entrance('/login', wanted), register: entrance('/register', wanted) }
  const token = encodeURIComponent(invitation)
  return { login: entrance('/login', `/invitation?token=${token}`), register: `/register?invitation=${token}` }
}
