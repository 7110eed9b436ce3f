/** Routes of the app, called by tests as the server would. */

import { openSession } from '#app/accounts/workflows/sign-in.server.ts'
import { parseConfig } from '#app/config.server.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** The origin of the tests' routes. */
export const ORIGIN = 'http://127.0.0.1:3000'

/** Sets the runtime that routes find: call it before importing them. `settings`: as in a deployment's environment. */
export function setRuntime(world: World, settings: Record<string, string> = {}): void {
  const config = parseConfig({
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: ORIGIN,
    DATABASE_URL: world.databaseUrl,
    SESSION_SECRET: 'a secret of the tests, long enough to pass',
    STORAGE_FOLDER: '/nowhere',
    LOG_LEVEL: 'silent',
    OPERATOR_SECOND_FACTOR: 'offered',
    ...world.harbour.environment(),
    ...settings,
  })
  globalThis.quaysideRuntime = Promise.resolve({ config, deps: world.deps, isPaused: () => false })
}

/** The guard fields of a form handed out now. With CAPTCHA_FASTEST_MS 0 it can be sent at once. */
export async function guardFields(): Promise<{ issued: string; formToken: string; website: string }> {
  const { handOutGuard } = await import('#app/accounts/web/captcha.server.ts')
  const { stamp, formToken } = handOutGuard()
  return { issued: stamp, formToken, website: '' }
}

/** The cookie of somebody who has just signed in. */
export async function cookieOf({ deps }: World, person: Person): Promise<string> {
  const { startSession } = await import('#app/accounts/web/session.server.ts')
  const cookie = await startSession(new Request(ORIGIN), await openSession(deps, person.id))
  return cookie.split(';')[0] ?? ''
}
