/** From a right password to a session: at once, or through the page that asks for a code. */
import { redirect, redirectDocument } from '@remix-run/node'
import { readCode } from '#app/accounts/domain/second-factor.ts'
import { passSecondStep, wantsCode, whoAwaitsCode } from '#app/accounts/workflows/second-factor/step-up.server.ts'
import { openSession } from '#app/accounts/workflows/sign-in.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { forgetTries } from '#app/kernel/web/http/limits.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import type { LimitName } from '#app/kernel/web/limits/limits.ts'
import { deps } from '#app/runtime.server.ts'
import { describeBrowser } from './browser.server.ts'
import { readSessionToken, setCookies, startSession } from './session.server.ts'

type Proved = {
  userId: string
  /** A Set-Cookie value for the answer. */
  deviceMark: string
  next: string
}

/** Signs in somebody whose password was right. With a second factor, the session opens nothing before its code. */
export async function letIn(request: Request, { userId, deviceMark, next }: Proved): Promise<Response> {
  const awaitsCode = await wantsCode(deps, userId)
  const session = await openSession(deps, userId, { ...describeBrowser(request), awaitsCode })
  const headers = setCookies(await startSession(request, session), deviceMark)
  if (awaitsCode) return redirect(`/login/code?next=${encodeURIComponent(next)}`, { status: 303, headers })
  // A full page load: `next` may be a file, which the browser's router cannot show.
  return redirectDocument(next, { status: 303, headers })
}

/** Returns who gave the password in this browser and is now asked for a code; null: nobody. */
export async function whoIsAskedForCode(request: Request): Promise<string | null> {
  const token = await readSessionToken(request)
  return token === null ? null : whoAwaitsCode(deps, token)
}

/** Takes the code and opens a new session. `minutes`: time to wait, nothing was checked. Refusal: code_wrong. */
export async function takeSecondStep(
  request: Request,
  { userId, code, next }: { userId: string; code: string; next: string },
): Promise<Response | { minutes: number } | Refusal> {
  const passed = await withinCodeLimits({ userId, code }, () => passSecondStep(deps, { userId, code }))
  if (passed && ('minutes' in passed || isRefusal(passed))) return passed
  const session = await openSession(deps, userId, { ...describeBrowser(request), codeAt: deps.clock.now() })
  const headers = setCookies(await startSession(request, session))
  return redirectDocument(next, { status: 303, headers })
}

/**
 * Counts a code before it is checked; a right one resets the count. Recovery codes are counted separately: they cannot
 * be guessed, and serve whoever is kept from the others.
 */
export async function withinCodeLimits<Done>(
  { userId, code }: { userId: string; code: string },
  check: () => Promise<Done>,
): Promise<Done | { minutes: number }> {
  const limits: LimitName[] =
    readCode(code)?.kind === 'recovery' ? ['recovery_code_by_user'] : ['code_by_user', 'code_by_user_daily']
  for (const limit of limits) {
    const minutes = await minutesToWait(limit, userId)
    if (minutes !== null) return { minutes }
  }
  const done = await check()
  if (!isRefusal(done)) for (const limit of limits) await forgetTries(limit, userId)
  return done
}
