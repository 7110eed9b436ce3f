/**
 * Who may see which page, and where everyone else is sent: the redirects of spec §2, §4 and §6 in one table. Loaders,
 * actions and the menu ask here, so that no link leads to a page that refuses.
 */
import { entrance } from './way-back.ts'

export type Role = 'buyer' | 'seller' | 'admin'

/** The sides of a trade: what people register as, and may change while the account is unused. */
export type TradeRole = Extract<Role, 'buyer' | 'seller'>

/** What a buyer's paid fees cover (setting SERVICE_FEE, decision 027): every future escrow, the next one, or none. */
export type FeeStanding = 'unpaid' | 'for_good' | 'unused' | 'used_up'

/** The facts about a signed-in person that access depends on. Null: a visitor. */
export type AccessViewer = {
  /** Null for a record that lost its role ("Unknown"). */
  role: Role | null
  hasPaid: boolean
  feeStanding: FeeStanding
  trialCredits: number
  plan: 'pilot' | null
} | null

export type GuardedRoute =
  | '/payment'
  | '/submit'
  | '/seller-confirm'
  | '/wallet-check'
  | '/transaction-lookup'
  | '/held'
  | '/dashboard'
  | '/receipt'
  | '/fee-back'
  | '/settings'
  | '/register'
  | '/login'
  | '/admin'

/** Whom a page is for. A signed-in person of another role is told this; "log in" would be wrong. */
export type PageFor = 'sellers' | 'traders' | 'operators'

export type Visit =
  | { allow: true }
  | { redirectTo: string }
  | { deny: 'access_denied'; pageFor: PageFor }
  | { deny: 'must_pay' }

type SignedIn = NonNullable<AccessViewer>

const ALLOW: Visit = { allow: true }
const SELLERS_ONLY: Visit = { deny: 'access_denied', pageFor: 'sellers' }
const TRADERS_ONLY: Visit = { deny: 'access_denied', pageFor: 'traders' }
const OPERATORS_ONLY: Visit = { deny: 'access_denied', pageFor: 'operators' }
const MUST_PAY: Visit = { deny: 'must_pay' }

/**
 * A fee keeps what its payer was promised. One that covers the account stays valid when the setting changes, and so
 * does the account of somebody who paid for single escrows while the setting is `once`.
 */
export function feeStandingOf(paid: {
  hasPaid: boolean
  serviceFee: 'once' | 'each'
  fees: readonly { covers: 'account' | 'escrow'; isUsed: boolean }[]
}): FeeStanding {
  if (!paid.hasPaid) return 'unpaid'
  const ofEscrows = paid.fees.filter(({ covers }) => covers === 'escrow')
  if (paid.serviceFee === 'once' || ofEscrows.length === 0 || ofEscrows.length < paid.fees.length) return 'for_good'
  return ofEscrows.some(({ isUsed }) => !isUsed) ? 'unused' : 'used_up'
}

/** Opening an escrow takes a fee that covers it or a credit; having been a pilot is not enough (product.md §3). */
export function canSubmit(viewer: AccessViewer): boolean {
  if (viewer?.role !== 'buyer') return false
  return viewer.feeStanding === 'for_good' || viewer.feeStanding === 'unused' || viewer.trialCredits > 0
}

/** A buyer who never paid and has neither credit nor pilot plan is restricted; a seller never is (spec §4). */
export function canLookUp(viewer: AccessViewer): boolean {
  if (viewer?.role === 'seller') return true
  return viewer?.role === 'buyer' && (viewer.hasPaid || canSubmit(viewer) || viewer.plan === 'pilot')
}

/** True when there is a fee to pay: the first, one for a further escrow, or the outstanding part of a larger one. */
export function mayPayFee(viewer: AccessViewer): boolean {
  return viewer?.role === 'buyer' && viewer.feeStanding !== 'for_good'
}

/** Where a signed-in person goes from a page for visitors (spec §2, Login). */
export function landingPath(viewer: Pick<SignedIn, 'role'> | null): string {
  return viewer?.role === 'seller' ? '/seller-confirm' : '/'
}

/** Where signing in leads unless a page asked for it: to what waits for this person. */
export function pathAfterSignIn(viewer: AccessViewer): string {
  if (viewer?.role === 'admin') return '/admin-panel'
  if (viewer?.role === 'buyer' && !canLookUp(viewer)) return '/payment'
  return viewer?.role ? '/dashboard' : '/'
}

/** Where a new account goes next (spec §2, Register): `wanted`, a path of ours, when that page admits the person. */
export function pathAfterRegistration(viewer: SignedIn, wanted: string | null = null): string {
  if (wanted !== null && letsIn(wanted, viewer)) return wanted
  if (viewer.role === 'seller') return '/seller-confirm'
  return viewer.plan === 'pilot' ? '/submit?from=pilot' : '/payment'
}

/** Where home's "Submit Transaction" leads (spec §2, product.md §5). */
export function submitPath(viewer: AccessViewer): string {
  return canSubmit(viewer) ? '/submit' : '/payment'
}

/** For the lookup and the pages that depend on it. */
function tradersVisit(viewer: SignedIn): Visit {
  if (canLookUp(viewer)) return ALLOW
  return viewer.role === 'buyer' ? MUST_PAY : TRADERS_ONLY
}

const TABLE: Record<GuardedRoute, { visitor: Visit; signedIn: (viewer: SignedIn) => Visit }> = {
  '/payment': {
    visitor: { redirectTo: '/login' },
    signedIn: (viewer) => (mayPayFee(viewer) ? ALLOW : { redirectTo: landingPath(viewer) }),
  },
  '/submit': {
    visitor: { redirectTo: '/login' },
    signedIn: (viewer) => (canSubmit(viewer) ? ALLOW : { redirectTo: '/payment' }),
  },
  '/seller-confirm': {
    visitor: SELLERS_ONLY,
    signedIn: (viewer) => (viewer.role === 'seller' ? ALLOW : SELLERS_ONLY),
  },
  '/wallet-check': {
    visitor: { redirectTo: '/login' },
    signedIn: (viewer) => (viewer.role === 'seller' ? ALLOW : SELLERS_ONLY),
  },
  '/transaction-lookup': {
    visitor: TRADERS_ONLY,
    signedIn: tradersVisit,
  },
  // Emails lead here, to what a wallet has to do.
  '/held': {
    visitor: { redirectTo: '/login' },
    signedIn: tradersVisit,
  },
  '/dashboard': {
    visitor: { redirectTo: '/login' },
    signedIn: () => ALLOW,
  },
  // Without a receipt the page answers 404.
  '/receipt': {
    visitor: { redirectTo: '/login' },
    signedIn: () => ALLOW,
  },
  // Shows only the person's own money; empty for everybody else.
  '/fee-back': {
    visitor: { redirectTo: '/login' },
    signedIn: () => ALLOW,
  },
  '/settings': {
    visitor: { redirectTo: '/login' },
    signedIn: () => ALLOW,
  },
  '/register': {
    visitor: ALLOW,
    signedIn: (viewer) => ({ redirectTo: landingPath(viewer) }),
  },
  '/login': {
    visitor: ALLOW,
    signedIn: (viewer) => ({ redirectTo: landingPath(viewer) }),
  },
  '/admin': {
    visitor: ALLOW,
    signedIn: (viewer) => (viewer.role === 'admin' ? { redirectTo: '/admin-panel' } : OPERATORS_ONLY),
  },
}

const GUARDED = Object.keys(TABLE) as GuardedRoute[]

/** Pages that are not in the table are open to everybody, or to whom their record names. */
function letsIn(path: string, viewer: SignedIn): boolean {
  const route = guardedAt(path)
  return route === undefined || visit(route, viewer) === ALLOW
}

function guardedAt(path: string): GuardedRoute | undefined {
  const page = pageOf(path)
  return GUARDED.find((guarded) => guarded === page)
}

function pageOf(path: string): string {
  return path.replace(/[?#].*$/s, '')
}

/** A page's address for an email. A page that denies visitors is reached through the login, which sends others on. */
export function pathInEmail(path: string): string {
  const route = guardedAt(path)
  const isDenied = route ? 'deny' in visit(route, null) : /^\/admin-panel(?:\/|$)/.test(pageOf(path))
  return isDenied ? entrance('/login', path) : path
}

/** May this person see the page, and if not, what happens instead? */
export function visit(route: GuardedRoute, viewer: AccessViewer): Visit {
  const row = TABLE[route]
  return viewer ? row.signedIn(viewer) : row.visitor
}
