/** Many payouts at once: in their order, in parallel, and waiting ones cost nobody anything. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { dispatchPayouts } from '#app/settlement/payouts/workflows/dispatch-payouts.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { holds } from '#tests/support/settlement/holdings.ts'
import { slotOf } from '#tests/support/settlement/payout-rounds.ts'
import { queuePayouts } from '#tests/support/settlement/queued-payouts.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const SLOTS = 24
let world: World

beforeEach(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
})

afterEach(async () => {
  await world[Symbol.asyncDispose]()
})

async function untilPaid(ids: readonly string[], open = 0): Promise<void> {
  const [{ network } = { network: 'stellar' as const }] = await payouts(ids)
  await inTransaction(world.deps.db, (tx) => enqueue(tx, { name: 'dispatch_payouts', payload: { network } }))
  const isDone = async () => (await payouts(ids)).filter(({ state }) => state !== 'confirmed').length <= open
  await world.workUntil(isDone, 'they are paid')
}

const payouts = (ids: readonly string[]) =>
  world.deps.db.transfer.findMany({
    where: { id: { in: [...ids] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: { attempts: true },
  })

function counting(deps: WorkerDeps, asset: Asset): { deps: WorkerDeps; asked: () => number } {
  const network = networkOf(asset)
  let asked = 0
  const count = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          asked += 1
          return value.apply(target, given)
        }
      },
    })
  const ledgers = { ...deps.ledgers, [network]: count(deps.ledgers[network]) }
  const treasuries = { ...deps.treasuries, [network]: count(deps.treasuries[network]) }
  return { deps: { ...deps, ledgers, treasuries }, asked: () => asked }
}

/** Creates as many channel accounts as the settings allow: while they are in use, no more can be sent. */
async function makeAllChannels(): Promise<void> {
  for (let made = 0; made < SLOTS; ) {
    await untilPaid(await queuePayouts(world, 'XLM', SLOTS))
    made = (await world.deps.treasuries.stellar.findLanes({ wanted: 99, findTaken: async () => new Set() })).length
  }
}

describe.each(['XLM', 'XRP'] as const)('a queue of payouts in %s', (asset) => {
  const network = networkOf(asset)

  test('is paid to the last one, each once', async () => {
    const before = await holds(world, { asset, name: 'seller' })
    const ids = await queuePayouts(world, asset, 60)
    await untilPaid(ids)
    const after = await holds(world, { asset, name: 'seller' })
    expect(after.minus(before).toFixed()).toBe(new Decimal(60).toFixed())
    for (const { attempts } of await payouts(ids)) expect(attempts.map(({ state }) => state)).toEqual(['settled'])
  })

  test('goes in its order, and says of the others that it is not yet their turn', async () => {
    await slotOf(world, network)
    const ids = await queuePayouts(world, asset, 40)
    await dispatchPayouts(world.deps, { network })
    const states = (await payouts(ids)).map(({ attempts, waitsFor }) => (attempts.length > 0 ? 'goes' : waitsFor))
    const going = states.indexOf('turn')
    expect(going).toBeGreaterThan(0)
    expect(states).toEqual([...Array(going).fill('goes'), ...Array(40 - going).fill('turn')])
  })
})

test('what waits costs the ledger nothing: the same questions for few and for many', async () => {
  await makeAllChannels()
  world.harbour.faults.set({ target: 'horizon', kind: 'never_include', match: 'POST /transactions' })
  await queuePayouts(world, 'XLM', SLOTS + 6)
  // Pending transactions are sent again after some seconds, however slow the machine is: here no time passes.
  const at = new Date()
  world.deps.clock = { now: () => at }
  for (let round = 0; round < 2; round += 1) await dispatchPayouts(world.deps, { network: 'stellar' })
  const few = counting(world.deps, 'XLM')
  await dispatchPayouts(few.deps, { network: 'stellar' })
  await queuePayouts(world, 'XLM', 60)
  const many = counting(world.deps, 'XLM')
  await dispatchPayouts(many.deps, { network: 'stellar' })
  expect(many.asked()).toBe(few.asked())
})

test('with all channels made, one round sends two dozen', async () => {
  await makeAllChannels()
  const ids = await queuePayouts(world, 'XLM', SLOTS)
  await dispatchPayouts(world.deps, { network: 'stellar' })
  expect((await payouts(ids)).filter(({ attempts }) => attempts.length === 1)).toHaveLength(SLOTS)
})

test('an envelope that no ledger takes and a wallet that takes nothing hold up nobody behind them', async () => {
  await makeAllChannels()
  const [stuck = '', shut = '', ...rest] = await queuePayouts(world, 'XLM', 8)
  await world.deps.db.$executeRaw`alter table "transfer" disable trigger user`
  await world.deps.db.transfer.update({ where: { id: shut }, data: { address: world.deps.accounts.stellar.fee } })
  await world.deps.db.$executeRaw`alter table "transfer" enable trigger user`
  world.harbour.faults.set({ target: 'horizon', kind: 'never_include', match: 'POST /transactions', times: 1 })
  await dispatchPayouts(world.deps, { network: 'stellar' })
  world.harbour.faults.clear()
  const isDone = async () =>
    (await payouts(rest)).filter(({ state }) => state === 'confirmed').length >= rest.length - 1
  await world.workUntil(isDone, 'the others are paid')
  const [first, second] = await payouts([stuck, shut])
  expect(first?.attempts).toHaveLength(1)
  expect(second).toMatchObject({ state: 'blocked', attempts: [] })
})

test('while payouts are stopped nothing is signed, and each says so; then they go on', async () => {
  const { db } = world.deps
  const ids = await queuePayouts(world, 'XRP', 3)
  const stop = await db.payoutStop.create({ data: { network: 'xrpl', cause: 'books', reason: 'A difference' } })
  await dispatchPayouts(world.deps, { network: 'xrpl' })
  expect((await payouts(ids)).map(({ state, waitsFor, attempts }) => [state, waitsFor, attempts.length])).toEqual(
    Array(3).fill(['queued', 'stopped', 0]),
  )
  await db.payoutStop.update({ where: { id: stop.id }, data: { endedAt: new Date(), endReason: 'Found' } })
  await untilPaid(ids)
})

test('a payout that failed for good waits for a person, whatever else becomes of its wallet', async () => {
  const { db } = world.deps
  const [id = ''] = await queuePayouts(world, 'XLM', 1)
  const neglected = { updatedAt: new Date(0) }
  await db.transfer.update({ where: { id }, data: { state: 'blocked', blockedReason: 'payout_failed', ...neglected } })
  for (let round = 0; round < 3; round += 1) await dispatchPayouts(world.deps, { network: 'stellar' })
  expect((await payouts([id]))[0]).toMatchObject({ state: 'blocked', blockedReason: 'payout_failed', attempts: [] })
})
