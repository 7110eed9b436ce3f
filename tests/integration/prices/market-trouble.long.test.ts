/** Failing price services (product.md §7): asked again with growing delays, the last good prices kept, well at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction, openDatabase } from '#app/kernel/db/client.server.ts'
import { ASSETS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { claimSource, type MarketSourceName } from '#app/prices/db/market-sources.server.ts'
import { findFreshPrice } from '#app/prices/workflows/find-fresh-price.server.ts'
import { refreshPrices, refreshTrades } from '#app/prices/workflows/refresh-market.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { failRequests, refreshMarket, tellService } from '#tests/support/world/market.ts'
import { openWorld, PRICES, type World } from '#tests/support/world/world.ts'

const SECOND = 1_000
const MINUTE = 60_000
const COINGECKO = 'simple/price'
const KRAKEN = 'Trades'

let world: World
/** The time at which the worker's clock stands still. */
let start: number
let warned: object[]
let failed: string[]

beforeAll(async () => {
  world = await openWorld()
})

beforeEach(async () => {
  world.harbour.faults.clear()
  for (const asset of ASSETS) world.harbour.market.setPrice(asset, PRICES[asset])
  await world.deps.db.marketSource.deleteMany()
  await refreshMarket(world.deps)
  start = Date.now()
  warned = []
  failed = []
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** The worker so many milliseconds after the start, with the smallest random delays. */
function worker(after: number, changes: Partial<Deps> = {}): Deps {
  return {
    ...world.deps,
    clock: { now: () => new Date(start + after) },
    random: (bytes) => new Uint8Array(bytes),
    log: {
      ...world.deps.log,
      info: () => undefined,
      warn: (facts) => warned.push(facts),
      error: (_, message) => failed.push(message),
    },
    ...changes,
  }
}

/** Another process: only the database is shared. */
async function inAnotherProcess(work: (db: Deps['db']) => Promise<void>): Promise<void> {
  const db = openDatabase({ url: world.databaseUrl, connections: 1 })
  try {
    await work(db)
  } finally {
    await db.$disconnect()
  }
}

const source = (name: MarketSourceName) => world.deps.db.marketSource.findUniqueOrThrow({ where: { name } })
const priceOf = async (asset: Asset) =>
  (await inTransaction(world.deps.db, (tx) => findFreshPrice(tx, { asset, now: new Date(start) })))?.usd.toFixed()

describe.each([
  // The last is the Retry-After of the harbour's 429, in seconds.
  ['CoinGecko', refreshPrices, COINGECKO, 30],
  ['Kraken', refreshTrades, KRAKEN, 5],
] as const)('%s in trouble', (name, refresh, match, seconds) => {
  test('is asked again after delays that grow up to two minutes, with a calm line each', async () => {
    failRequests(world, { match })
    const waits: number[] = []
    for (let since = 0; waits.length < 8; ) {
      const retryAt = (await refresh(worker(since)))!.getTime() - start
      waits.push((retryAt - since) / SECOND)
      since = retryAt
    }
    expect(waits).toEqual([4, 8, 16, 32, 64, 120, 120, 120])
    expect(await source(name)).toMatchObject({ failures: 8, lastError: expect.stringContaining('500') })
    expect(warned).toHaveLength(8)
    expect(warned[0]).toMatchObject({ service: name, tries: 1, missing: ASSETS })
    expect(failed).toEqual([])
    // After eight minutes a person has to know.
    await refresh(worker(waits.reduce((sum, seconds) => sum + seconds * SECOND, 0)))
    expect(warned).toHaveLength(8)
    expect(failed).toEqual(['price service failed repeatedly'])
  })

  test('is left alone as long as it asks for, whatever ticks and starts, and is well at once when it is back', async () => {
    const askedTimes = failRequests(world, { match, kind: 'too_many' })
    const retryAt = new Date(start + seconds * SECOND)
    expect(await refresh(worker(0))).toEqual(retryAt)
    const asked = askedTimes()
    expect(await refresh(worker(seconds * SECOND - 1))).toEqual(retryAt)
    await inAnotherProcess(async (db) => {
      expect(await refresh(worker(seconds * SECOND - 1, { db }))).toEqual(retryAt)
    })
    expect(askedTimes()).toBe(asked)

    world.harbour.faults.clear()
    await inAnotherProcess(async (db) => {
      expect(await refresh(worker(seconds * SECOND, { db }))).toBeNull()
    })
    const { lastGoodAt, ...rest } = await source(name)
    expect([lastGoodAt, rest]).toEqual([retryAt, { name, failures: 0, retryAt: null, lastError: null }])
    // The next failure begins with the shortest delay.
    failRequests(world, { match })
    expect(await refresh(worker(MINUTE))).toEqual(new Date(start + MINUTE + 4 * SECOND))
  })
})

test.each(['server_error', 'html', 'drop_before'] as const)('the last good prices stay after %s', async (kind) => {
  const { db } = world.deps
  const before = [await db.marketPrice.findMany(), await db.marketTrades.findMany()]
  for (const asset of ASSETS) world.harbour.market.setPrice(asset, new Decimal(5))
  failRequests(world, { kind })
  expect([await refreshPrices(worker(0)), await refreshTrades(worker(0))]).not.toContain(null)
  expect([await db.marketPrice.findMany(), await db.marketTrades.findMany()]).toEqual(before)
})

test('two workers that come at once ask once', async () => {
  const askedTimes = failRequests(world, { match: COINGECKO })
  await inAnotherProcess(async (db) => {
    await Promise.all([refreshPrices(worker(0)), refreshPrices(worker(0, { db }))])
  })
  expect(askedTimes()).toBe(1)
  expect((await source('CoinGecko')).failures).toBe(1)
})

test('when a worker dies while it asks, others ask after its turn', async () => {
  const until = new Date(start + 20 * SECOND)
  await claimSource(world.deps.db, { name: 'CoinGecko', now: new Date(start), until })
  expect(await refreshPrices(worker(19 * SECOND))).toEqual(until)
  expect(await refreshPrices(worker(20 * SECOND))).toBeNull()
})

test('one service’s trouble does not keep the other from being read', async () => {
  failRequests(world, { match: KRAKEN })
  tellService(world, { service: 'coingecko', asset: 'XLM', usd: '0.111' })
  expect([await refreshPrices(worker(0)), await refreshTrades(worker(0))]).toEqual([null, expect.any(Date)])
  expect(await priceOf('XLM')).toBe('0.111')
})

test('trouble with one pair keeps its last trades, and renews the others', async () => {
  failRequests(world, { match: 'XRPUSD' })
  for (const asset of ASSETS) tellService(world, { service: 'kraken', asset, usd: PRICES[asset].times('1.001') })
  expect(await refreshTrades(worker(0))).not.toBeNull()
  const stored = await world.deps.db.marketTrades.findMany()
  const newest = stored.map(({ asset, trades }) => [asset, (trades as { usd: string }[]).at(-1)?.usd])
  expect(Object.fromEntries(newest)).toEqual({ XLM: '0.11011', XRP: '2.2', USDC: '1.001' })
  expect(warned).toMatchObject([{ service: 'Kraken', missing: ['XRP'] }])
})

test('an asset that a service leaves out keeps its last good values, and the others are renewed', async () => {
  for (const service of ['coingecko', 'kraken'] as const) {
    for (const asset of ASSETS) tellService(world, { service, asset, usd: PRICES[asset].times('1.001') })
    world.harbour.market.stop('XRP', { service })
  }
  expect([await refreshPrices(worker(0)), await refreshTrades(worker(0))]).toEqual([null, null])
  expect([await priceOf('XRP'), await priceOf('XLM')]).toEqual(['2.2', '0.11011'])
  expect(warned).toEqual([
    { service: 'CoinGecko', missing: ['XRP'] },
    { service: 'Kraken', missing: ['XRP'] },
  ])
})

/** Queues what the schedule and a worker's start queue. */
const enqueueBoth = () =>
  inTransaction(world.deps.db, async (tx) => {
    for (const name of ['refresh_prices', 'refresh_trades'] as const) await enqueue(tx, { name, payload: {} })
  })

test('a tick of the clock puts itself off until the service may be asked again', async () => {
  const { db } = world.deps
  const retryAt = new Date(start + 10 * MINUTE)
  await db.marketSource.updateMany({ data: { failures: 3, retryAt } })
  const askedTimes = failRequests(world, {})
  await enqueueBoth()
  const arePutOff = async () => {
    const [row] = await db.$queryRaw<{ jobs: bigint }[]>`
      select count(*) as jobs from "graphile_worker"."jobs"
      where "task_identifier" in ('refresh_prices', 'refresh_trades') 
        and abs(extract(epoch from "run_at" - ${retryAt.toISOString()}::timestamptz)) < 120`
    return row?.jobs === 2n
  }
  // That moment was requested, so nothing may move it; the queue's clock is the database's and may differ by seconds.
  await world.workUntil(arePutOff, 'both have been put off', { timesSooner: 1 })
  expect(askedTimes()).toBe(0)
  expect(await db.marketSource.count({ where: { failures: 3, retryAt } })).toBe(2)
})

test('the worker catches up by itself when the services return', async () => {
  const { faults, market } = world.harbour
  faults.set({ target: 'market', kind: 'server_error', match: COINGECKO, times: 1 })
  faults.set({ target: 'market', kind: 'server_error', match: KRAKEN, times: ASSETS.length })
  market.setPrice('XLM', new Decimal('0.1102'))
  await enqueueBoth()
  const areWell = async () =>
    (await world.deps.db.marketSource.count({ where: { failures: 0, lastGoodAt: { gt: new Date(start) } } })) === 2
  await world.workUntil(areWell, 'both services are well')
  expect(faults.list()).toEqual([])
  expect(await priceOf('XLM')).toBe('0.1102')
})
