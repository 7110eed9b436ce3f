/** From a right password to a session: at once, or by way of the page that asks for a code. */
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
  /** For a Set-Cookie of the answer. */
  deviceMark: string
  /** A path of ours to go on to. */
  next: string
}

/** Lets somebody in whose password was right. Where a second factor is set, the session opens nothing before its code. */
export async function letIn(request: Request, { userId, deviceMark, next }: Proved): Promise<Response> {
  const awaitsCode = await wantsCode(deps, userId)
  const session = await openSession(deps, userId, { ...describeBrowser(request), awaitsCode })
  const headers = setCookies(await startSession(request, session), deviceMark)
  if (awaitsCode) return redirect(`/login/code?next=${encodeURIComponent(next)}`, { status: 303, headers })
  // A document of its own: the way back may be a file, which the browser's router cannot show.
  return redirectDocument(next, { status: 303, headers })
}

/** Who has given the password in this browser and is asked for a code now; null for nobody. */
export async function whoIsAskedForCode(request: Request): Promise<string | null> {
  const token = await readSessionToken(request)
  return token === null ? null : whoAwaitsCode(deps, token)
}

/** Takes the code and opens a new session. `minutes`: so long to wait, nothing was checked. Refusal: code_wrong. */
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
 * Counts a code before it is looked at; a right one forgets the wrong ones. Recovery codes are counted by themselves: they
 * cannot be guessed, and are there for whoever is kept from the others.
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
