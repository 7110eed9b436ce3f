/** A harbour whose clock was moved trades at the new time: otherwise no fee could be quoted any more. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkMachine } from '#app/ops/workflows/alerts/check-machine.server.ts'
import { refreshPrices, refreshTrades } from '#app/prices/workflows/refresh-market.server.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('prices are read and borne out after half a month that nobody waited for', async () => {
  const { time } = world.harbour
  time.forward(16 * 86_400_000)
  const deps = { ...world.deps, clock: { now: () => new Date(Date.now() + time.aheadMs()) } }
  await refreshPrices(deps)
  await refreshTrades(deps)
  const { prices } = await checkMachine(deps)
  expect(prices).toHaveLength(3)
  expect(prices.filter(({ doubt }) => doubt !== null)).toEqual([])
})
