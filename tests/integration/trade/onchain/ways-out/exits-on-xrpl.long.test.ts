/** The worker releases an XRP Ledger deposit by showing the secret when the record gives the right, and not before. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveTrade } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { aDepositedTrade, confirmTrade, type OnchainTrade, until } from '#tests/support/onchain/onchain-trades.ts'
import { runOutLeases } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const { follow, stageOf, exitsOf, attemptsOf, lockOf, eventsOf, followUntilOver } = watchSettlements(() => world)

async function aRelease(): Promise<OnchainTrade> {
  const trade = await aDepositedTrade(world, { asset: 'XRP' })
  await approveTrade(world, trade)
  return trade
}

test('a release is finished, and pays the seller', async () => {
  const trade = await aDepositedTrade(world, { asset: 'XRP' })
  await confirmTrade(world, trade)
  expect(await follow(trade)).toBeNull()
  expect(await attemptsOf(trade)).toEqual([])
  await approveTrade(world, trade)
  await followUntilOver(trade)
  const lock = await lockOf(trade)
  expect(lock).toMatchObject({ end: 'released' })
  expect(await exitsOf(trade)).toMatchObject([{ state: 'confirmed', settledHash: lock.endHash }])
  expect(await attemptsOf(trade)).toMatchObject([{ purpose: 'finish', state: 'settled', hash: lock.endHash }])
  expect(await stageOf(trade)).toBe('released')
  expect(await eventsOf(trade, ['funds_released', 'funds_refunded', 'hold_signed'])).toEqual([
    'funds_released',
    'hold_signed',
  ])
})

test('two workers at once finish it once', async () => {
  const trade = await aRelease()
  await Promise.all([follow(trade), follow(trade), follow(trade)])
  await followUntilOver(trade)
  expect(await attemptsOf(trade)).toHaveLength(1)
})

test('what was stored and not sent is sent by whoever comes next, or made anew when it can be taken no more', async () => {
  const trade = await aRelease()
  const keeper = world.deps.keepers.xrpl
  if (!keeper) throw new Error('no keeper')
  const submit = async (): Promise<never> => {
    throw new Error('killed')
  }
  const dying = { ...world.deps, keepers: { ...world.deps.keepers, xrpl: { ...keeper, submit } } }
  await until(async () => {
    await follow(trade, dying).catch(() => runOutLeases(world.deps.db))
    return (await attemptsOf(trade)).length > 0
  }, 'it is stored')
  expect(await exitsOf(trade)).toMatchObject([{ state: 'submitted' }])
  await followUntilOver(trade)
  const attempts = await attemptsOf(trade)
  expect(attempts.filter(({ state }) => state === 'settled')).toHaveLength(1)
  expect(attempts.filter(({ state }) => state !== 'settled' && state !== 'expired')).toEqual([])
  expect(await stageOf(trade)).toBe('released')
})

test('a ledger that gives no answer decides nothing', async () => {
  const trade = await aRelease()
  world.harbour.faults.set({ target: 'rippled', kind: 'server_error', times: 1000 })
  try {
    expect(await follow(trade)).toBeInstanceOf(Date)
  } finally {
    world.harbour.faults.clear()
  }
  expect(await exitsOf(trade)).toMatchObject([{ state: 'ready' }])
  await followUntilOver(trade)
})
