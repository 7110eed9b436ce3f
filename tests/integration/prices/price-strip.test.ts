/** The strip of prices above every page (spec §2, §4): awaited, there, or unavailable. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stripPrices } from '#app/prices/queries/latest-prices.server.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

it('has grey bars until the first prices arrive, then prices, and says so when they are too old', async () => {
  const { db } = world.deps
  expect(await stripPrices(db, new Date())).toBeUndefined()
  await refreshMarket(world.deps)
  expect(await stripPrices(db, new Date())).toHaveLength(3)
  expect(await stripPrices(db, new Date(Date.now() + 6 * 60_000))).toBeNull()
})

it('is unavailable, and not awaited, when a service has failed before it ever answered', async () => {
  const { db } = world.deps
  await refreshMarket(world.deps)
  await db.marketPrice.deleteMany()
  await db.marketSource.updateMany({ data: { failures: 1 } })
  expect(await stripPrices(db, new Date())).toBeNull()
})
