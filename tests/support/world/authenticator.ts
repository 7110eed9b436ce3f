/** An authenticator app. */
import { generateSync } from 'otplib'
import { findSecondFactor } from '#app/accounts/db/second-factors.server.ts'
import { beginSecondFactor, confirmSecondFactor } from '#app/accounts/workflows/second-factor/set-up.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { granted, PASSWORD, type Person } from './people.ts'
import type { World } from './world.ts'

const STEP_MS = 30_000

/** Set up long before any code of a test, so that no test waits for the next code. */
const SET_UP_BEFORE = 20

/** An unused code, and when the app shows it. The first ones after setting up are valid now. */
export async function nextCode({ deps }: World, { id: userId }: Person): Promise<{ code: string; at: Date }> {
  const factor = await findSecondFactor(deps.db, userId)
  const secret = factor && deps.secondFactors.unseal(userId, factor.sealedSecret)
  if (!factor || !secret) throw new Error('there is no secret')
  const now = Math.floor(Date.now() / STEP_MS)
  const step = factor.lastStep === null ? now - SET_UP_BEFORE : Math.max(factor.lastStep + 1, now - 1)
  const at = new Date(step * STEP_MS)
  return { code: generateSync({ secret, epoch: at.getTime() / 1000 }), at }
}

export function at(deps: Deps, moment: Date): Deps {
  return { ...deps, clock: { now: () => moment } }
}

/** Sets up a second factor. Returns the recovery codes. */
export async function withSecondFactor(world: World, person: Person, session = ''): Promise<string[]> {
  granted(await beginSecondFactor(world.deps, { userId: person.id, password: PASSWORD }))
  const { code, at: moment } = await nextCode(world, person)
  const set = await confirmSecondFactor(at(world.deps, moment), { userId: person.id, code, session })
  return granted(set).codes
}
