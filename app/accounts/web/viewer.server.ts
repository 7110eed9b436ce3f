/** Who is asking, and whether they may: the guards of every loader and action. */
import { redirect } from '@remix-run/node'
import { findViewer } from '#app/accounts/db/users.server.ts'
import { canLookUp, canSubmit, type GuardedRoute, type PageFor, visit } from '#app/accounts/domain/access.ts'
import { standsStill } from '#app/accounts/domain/account-change.ts'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { entrance, ownPath } from '#app/accounts/domain/way-back.ts'
import { findRoleOffer, type OfferedRole } from '#app/accounts/queries/role-offer.server.ts'
import { askedPath } from '#app/kernel/domain/paging/page-part.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { addToLogContext } from '#app/log-context.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { readSessionUserId } from './session.server.ts'

type ViewerRow = NonNullable<Awaited<ReturnType<typeof findViewer>>>

/** The signed-in person as pages know them, or null for a visitor. */
export async function loadViewer(request: Request): Promise<Viewer | null> {
  const row = await loadViewerRow(request)
  return row && toViewer(row)
}

/**
 * Returns the signed-in person, if they may see the route. Otherwise throws the redirect, or a 403 that the page shows
 * as Access Denied or as the restricted screen (accounts/domain/access.ts has the table).
 */
export async function requireVisit(route: GuardedRoute, request: Request): Promise<Viewer> {
  const row = await loadViewerRow(request)
  const verdict = visit(route, row)
  if ('redirectTo' in verdict) throw redirect(row ? verdict.redirectTo : loginPath(request))
  if ('deny' in verdict && !row && namesEscrow(request)) throw redirect(loginPath(request))
  if ('deny' in verdict) throw denial(row, { ...verdict, offer: row && (await findRoleOffer(deps.db, row.id)) })
  if (!row) throw redirect(loginPath(request))
  return toViewer(row)
}

/** Is a page of a certain escrow requested? Emails lead to these, and their readers log in first. */
function namesEscrow(request: Request): boolean {
  return request.method === 'GET' && new URL(request.url).searchParams.has('txid')
}

/** Where a visitor signs in; leads back to the requested page, with its whole query. */
export function loginPath(request: Request): string {
  return entrance('/login', askedPath(request.url))
}

/** Guards the operator's pages. Throws a 403, or the redirect to setting up a required second factor. */
export async function requireAdmin(request: Request): Promise<Viewer> {
  const row = await loadViewerRow(request)
  if (row?.role !== 'admin') throw denial(row, { deny: 'access_denied', pageFor: 'operators' })
  const viewer = toViewer(row)
  assertSecondStep(viewer)
  return viewer
}

/** Throws the redirect of an operator without a required second factor, before any data of others is shown. */
export function assertSecondStep(viewer: Viewer): void {
  const isRequired = viewer.role === 'admin' && config.operatorSecondFactor === 'required'
  if (isRequired && !viewer.hasSecondFactor) throw redirect('/settings/second-factor', 303)
}

/**
 * The refusal of a frozen account (decision 099); null: it is not frozen. Every post with which a person acts about
 * money calls it; the database checks what is written too (triggers).
 */
export function refuseStill({ stillUntil }: Pick<Viewer, 'stillUntil'>): Refusal | null {
  return stillUntil === null ? null : refuse('account_stands_still')
}

/**
 * For pages of visitors (register, login): throws the redirect of a signed-in person, or a 403. Somebody who has signed
 * in in another tab goes on to the page that the address names.
 */
export async function requireVisitor(route: '/register' | '/login' | '/admin', request: Request): Promise<void> {
  const row = await loadViewerRow(request)
  const verdict = visit(route, row)
  if ('redirectTo' in verdict) throw redirect(wantedPath(request) ?? verdict.redirectTo)
  if ('deny' in verdict) throw denial(row, verdict)
}

/** The page to go on to after signing in, from an entrance's query; null when missing or not a path of ours. */
export function wantedPath(request: Request): string | null {
  return ownPath(new URL(request.url).searchParams.get('redirectTo') ?? '')
}

type Denial = { deny: string; pageFor?: PageFor; offer?: OfferedRole | null }

/**
 * The guards' 403: whom the page is for, and the side that an unused account may change to. It includes the viewer:
 * after a refused form, Remix does not run the loader of the page's frame, which would tell who is signed in.
 */
function denial(row: ViewerRow | null, verdict: Denial): Response {
  return Response.json({ ...verdict, viewer: row && toViewer(row) }, { status: 403 })
}

async function loadViewerRow(request: Request): Promise<ViewerRow | null> {
  const userId = await readSessionUserId(request)
  if (userId === null) return null
  addToLogContext({ user: userId })
  return findViewer(deps.db, { userId, serviceFee: deps.settings.serviceFee })
}

function toViewer(row: ViewerRow): Viewer {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    hasConfirmedEmail: row.emailConfirmedAt !== null,
    hasSecondFactor: row.hasSecondFactor,
    stillUntil: standsStill(row.stillUntil, deps.clock.now())?.toISOString() ?? null,
    unreachedSince: row.unreachedSince?.toISOString() ?? null,
    role: row.role,
    hasPaid: row.hasPaid,
    feeStanding: row.feeStanding,
    trialCredits: row.trialCredits,
    canSubmit: canSubmit(row),
    canLookUp: canLookUp(row),
    language: row.locale,
  }
}
