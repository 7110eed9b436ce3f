/** Who is asking, and whether they may: the guards of every loader and action. */
import { redirect } from '@remix-run/node'
import { findViewer } from '#app/db/accounts/users.server.ts'
import { canLookUp, canSubmit, type GuardedRoute, visit } from '#app/domain/accounts/access.ts'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import { deps } from '#app/runtime.server.ts'
import { readSessionUserId } from './session.server.ts'

type ViewerRow = NonNullable<Awaited<ReturnType<typeof findViewer>>>

/** The signed-in person as pages know them, or null for a visitor. */
export async function loadViewer(request: Request): Promise<Viewer | null> {
  const row = await loadViewerRow(request)
  return row && toViewer(row)
}

/**
 * The signed-in person, if they may see the route. Otherwise throws the redirect, or a 403 that the page shows as Access
 * Denied or as the restricted screen (domain/access.ts has the table).
 */
export async function requireVisit(route: GuardedRoute, request: Request): Promise<Viewer> {
  const row = await loadViewerRow(request)
  const verdict = visit(route, row)
  if ('redirectTo' in verdict) throw redirect(row ? verdict.redirectTo : loginPath(route, request))
  if ('deny' in verdict) throw Response.json({ deny: verdict.deny }, { status: 403 })
  if (!row) throw redirect('/login')
  return toViewer(row)
}

/** The links of our mails lead to the dashboard and the receipt: after signing in, the person goes on to what it was about. */
function loginPath(route: GuardedRoute, request: Request): string {
  const { pathname, search } = new URL(request.url)
  const isOfMail = route === '/receipt' || (route === '/dashboard' && search !== '')
  return isOfMail ? `/login?redirectTo=${encodeURIComponent(pathname + search)}` : '/login'
}

/** For the operator's pages. Throws a 403 for everyone else. */
export async function requireAdmin(request: Request): Promise<Viewer> {
  const row = await loadViewerRow(request)
  if (row?.role !== 'admin') throw Response.json({ deny: 'access_denied' }, { status: 403 })
  return toViewer(row)
}

/** For pages of visitors (register, login): throws the redirect of a signed-in person, or a 403. */
export async function requireVisitor(route: '/register' | '/login' | '/admin', request: Request): Promise<void> {
  const verdict = visit(route, await loadViewerRow(request))
  if ('redirectTo' in verdict) throw redirect(verdict.redirectTo)
  if ('deny' in verdict) throw Response.json({ deny: verdict.deny }, { status: 403 })
}

async function loadViewerRow(request: Request): Promise<ViewerRow | null> {
  const userId = await readSessionUserId(request)
  return userId === null ? null : findViewer(deps.db, userId)
}

function toViewer(row: ViewerRow): Viewer {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    hasConfirmedEmail: row.emailConfirmedAt !== null,
    role: row.role,
    hasPaid: row.hasPaid,
    canSubmit: canSubmit(row),
    canLookUp: canLookUp(row),
    language: row.locale,
  }
}
