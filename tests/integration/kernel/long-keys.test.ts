/** Whatever somebody types or a proxy passes on is counted: an attempt that cannot be counted would fail or be free. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let limits: typeof import('#app/kernel/web/http/limits.server.ts')

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  limits = await import('#app/kernel/web/http/limits.server.ts')
})
afterAll(async () => {
  await limits?.closeLimits()
  await world?.[Symbol.asyncDispose]()
})

test('a key of 7,000 signs is counted as any other, given back, and forgotten', async () => {
  // Random: an index cannot compress it.
  const key = `${randomBytes(3_500).toString('hex')}@example.org`
  const isRefused = () =>
    limits.countTry('recovery_code_by_user', key).then(
      () => false,
      (error: unknown) => error instanceof Response && error.status === 429,
    )
  for (let tried = 0; tried < 10; tried += 1) expect(await isRefused()).toBe(false)
  expect(await isRefused()).toBe(true)
  await limits.forgetTries('recovery_code_by_user', key)
  expect(await isRefused()).toBe(false)
  await limits.returnTry('recovery_code_by_user', key)
})
