/**
 * The session cookie: a random token; the table of sessions decides (app/accounts/db/sessions.server.ts). SameSite=Lax,
 * so that no foreign page can post with it; __Host- so that no sibling domain can plant it.
 */
import { createCookie } from '@remix-run/node'
import { deleteSession, findSessionUserId } from '#app/accounts/db/sessions.server.ts'
import { config, deps } from '#app/runtime.server.ts'

const ONE_WEEK = 7 * 24 * 60 * 60

const sessionCookie = createCookie(config.isHttps ? '__Host-sid' : 'sid', {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: config.isHttps,
  maxAge: ONE_WEEK,
})

export async function readSessionToken(request: Request): Promise<string | null> {
  const token: unknown = await sessionCookie.parse(request.headers.get('Cookie'))
  return typeof token === 'string' && token !== '' ? token : null
}

export async function readSessionUserId(request: Request): Promise<string | null> {
  const token = await readSessionToken(request)
  return token === null ? null : findSessionUserId(deps.db, { token, now: deps.clock.now() })
}

/** The Set-Cookie value for a new session. The browser's previous session ends (no fixation). */
export async function startSession(request: Request, session: { token: string }): Promise<string> {
  await endOldSession(request)
  return sessionCookie.serialize(session.token)
}

export function setCookies(...cookies: string[]): Headers {
  return new Headers(cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]))
}

/** Ends the session on the server; the value clears the cookie. */
export async function endSession(request: Request): Promise<string> {
  await endOldSession(request)
  return sessionCookie.serialize('', { maxAge: 0 })
}

async function endOldSession(request: Request): Promise<void> {
  const old = await readSessionToken(request)
  if (old !== null) await deleteSession(deps.db, old)
}
