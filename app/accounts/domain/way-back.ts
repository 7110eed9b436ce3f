/** The way back to the page that asked somebody to sign in: `?redirectTo=/seller-confirm?txid=…`. */

const SOMEWHERE = 'http://quayside.invalid'
/** Characters. Escrow IDs and form tokens take a tenth of it; nothing longer travels through forms and letters. */
const LONGEST = 500
/** Pages on the way in or out: whoever went back to one of them would go in a circle, or be logged out again. */
const ENTRANCES = /^\/(?:login|register|logout|forgot-password|reset-password|admin)(?:[./?#]|$)/i

/**
 * A path on this site as a link, a form or a letter names it, or null for everything that could lead elsewhere: other
 * hosts, `//host`, backslashes, and paths that become `//host` when they are tidied; and for the entrances themselves.
 */
export function ownPath(text: string): string | null {
  if (text.length > LONGEST || !text.startsWith('/') || !URL.canParse(text, SOMEWHERE)) return null
  const { origin, pathname, search, hash } = new URL(text, SOMEWHERE)
  const isOurs = origin === SOMEWHERE && !pathname.startsWith('//') && !ENTRANCES.test(pathname)
  return isOurs ? pathname + search + hash : null
}

type Entrance = '/login' | '/register' | '/forgot-password' | '/reset-password' | '/confirm-email'

/** The address of an entrance that leads on to `wanted` afterwards. What is no path of ours is left out. */
export function entrance(page: Entrance, wanted: string | null | undefined): string {
  const path = ownPath(wanted ?? '')
  return path === null ? page : `${page}?redirectTo=${encodeURIComponent(path)}`
}

/** Where signing in and registering lead from a page: back to `wanted`, or on with the invitation whose token the page is about. */
export type Entrances = { login: string; register: string }

export function entrancesOf({ wanted, invitation }: { wanted: string | null; invitation: string | null }): Entrances {
  if (invitation === null) return { login: entrance('/login', wanted), register: entrance('/register', wanted) }
  const token = encodeURIComponent(invitation)
  return { login: entrance('/login', `/invitation?token=${token}`), register: `/register?invitation=${token}` }
}
