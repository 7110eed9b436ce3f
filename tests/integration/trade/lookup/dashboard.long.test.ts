/** The dashboard and the home page of people with escrows: whose turn it is, the value, and when it ended. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { escrowOf, granted, type Person, paidBuyer, seller } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, PRICES, type World } from '#tests/support/world/world.ts'

let world: World
let dashboard: typeof import('#app/trade/lookup/routes/dashboard/route.tsx')
let home: typeof import('#app/site/routes/home/route.tsx')

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  dashboard = await import('#app/trade/lookup/routes/dashboard/route.tsx')
  home = await import('#app/site/routes/home/route.tsx')
})

beforeEach(async () => {
  for (const asset of ASSETS) world.harbour.market.setPrice(asset, PRICES[asset])
  await refreshMarket(world.deps)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

async function visit(path: string, person?: Person) {
  const headers = new Headers(person && { Cookie: await cookieOf(world, person) })
  return { request: new Request(ORIGIN + path, { headers }), params: {}, context: {} }
}

describe('what an escrow is worth', () => {
  it('is reckoned in decimals from a price that both services bear out', async () => {
    const buyer = await paidBuyer(world)
    await escrowOf(world, { buyer, asset: 'XLM', amount: '1234.5678901' })
    const [row] = (await dashboard.loader(await visit('/dashboard', buyer))).escrows
    // 1234.5678901 × 0.11
    expect(row?.worth?.usd).toBe('135.80')
  })

  it.each([
    ['no trade confirms it', () => world.deps.db.marketTrades.deleteMany()],
    ['it is older than five minutes', () => world.deps.db.marketPrice.updateMany({ data: { fetchedAt: new Date(0) } })],
  ])('is not said where there is no good price: %s', async (_, spoil) => {
    const buyer = await paidBuyer(world)
    await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
    await escrowOf(world, { buyer, asset: 'USDC', amount: '10' })
    await spoil()
    const { escrows } = await dashboard.loader(await visit('/dashboard', buyer))
    expect(escrows.map(({ worth }) => worth)).toEqual([null, null])
  })
})

it('a finished escrow has the day on which it was over, one that goes on has none', async () => {
  const buyer = await paidBuyer(world)
  await escrowOf(world, { buyer, asset: 'XRP', amount: '5' })
  const { escrowId } = await escrowOf(world, { buyer, asset: 'XRP', amount: '6' })
  granted(await cancelEscrow(world.deps, { escrowId, buyerId: buyer.id, wallet: null }))
  const { cancelledAt } = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
  const { escrows } = await dashboard.loader(await visit('/dashboard', buyer))
  const dates = Object.fromEntries(escrows.map(({ amount, finishedAt }) => [amount, finishedAt]))
  expect(dates).toEqual({ 5: null, 6: cancelledAt?.toISOString() })
})

describe('home', () => {
  it('shows what waits for the person, the newest first, and counts all of it', async () => {
    const buyer = await paidBuyer(world)
    for (const amount of ['1', '2', '3', '4']) await escrowOf(world, { buyer, asset: 'XRP', amount })
    const { turns } = await home.loader(await visit('/', buyer))
    expect(turns).toMatchObject({ role: 'buyer', count: 4 })
    expect(turns?.escrows.map(({ amount }) => amount)).toEqual(['4', '3', '2'])
  })

  it('shows nothing of the kind to anybody else', async () => {
    const nobodys = [undefined, await paidBuyer(world), await seller(world)]
    for (const person of nobodys) expect((await home.loader(await visit('/', person))).turns).toBeNull()
  })

  it('says to whoever has just logged out that it is so, and to nobody who is logged in', async () => {
    expect((await home.loader(await visit('/?left=1'))).hasLeft).toBe(true)
    expect((await home.loader(await visit('/'))).hasLeft).toBe(false)
    expect((await home.loader(await visit('/?left=1', await seller(world)))).hasLeft).toBe(false)
  })

  it('shows no trades that were read more than five minutes ago', async () => {
    const trades = async () => (await home.loader(await visit('/'))).market.trades.flatMap((row) => row.trades).length
    expect(await trades()).toBeGreaterThan(0)
    await world.deps.db.marketTrades.updateMany({ data: { fetchedAt: new Date(Date.now() - 5 * 60_000 - 1) } })
    expect(await trades()).toBe(0)
  })
})
