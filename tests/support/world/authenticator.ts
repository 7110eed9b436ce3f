/** An authenticator app in the hands of a test. */
import { generateSync } from 'otplib'
import { findSecondFactor } from '#app/accounts/db/second-factors.server.ts'
import { beginSecondFactor, confirmSecondFactor } from '#app/accounts/workflows/second-factor/set-up.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { granted, PASSWORD, type Person } from './people.ts'
import type { World } from './world.ts'

const STEP_MS = 30_000

/** Long before any code that a test gives: there is no waiting for the next one. */
const SET_UP_BEFORE = 20

/** A code that was not taken yet, and when the app shows it. The first ones after setting up are good at this moment. */
export async function nextCode({ deps }: World, { id: userId }: Person): Promise<{ code: string; at: Date }> {
  const factor = await findSecondFactor(deps.db, userId)
  const secret = factor && deps.secondFactors.unseal(userId, factor.sealedSecret)
  if (!factor || !secret) throw new Error('there is no secret')
  const now = Math.floor(Date.now() / STEP_MS)
  const step = factor.lastStep === null ? now - SET_UP_BEFORE : Math.max(factor.lastStep + 1, now - 1)
  const at = new Date(step * STEP_MS)
  return { code: generateSync({ secret, epoch: at.getTime() / 1000 }), at }
}

/** A world whose clock stands at a moment. */
export function at(deps: Deps, moment: Date): Deps {
  return { ...deps, clock: { now: () => moment } }
}

/** Sets up a second factor for somebody; answers with the recovery codes. */
export async function withSecondFactor(world: World, person: Person, session = ''): Promise<string[]> {
  granted(await beginSecondFactor(world.deps, { userId: person.id, password: PASSWORD }))
  const { code, at: moment } = await nextCode(world, person)
  const set = await confirmSecondFactor(at(world.deps, moment), { userId: person.id, code, session })
  return granted(set).codes
}
