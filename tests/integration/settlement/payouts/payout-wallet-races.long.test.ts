/** An agreement on another payout wallet, beside everything that can happen at the same moment: it is paid once. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { castOf, walletAt } from '#tests/support/settlement/settlement.ts'
import { waitingReleasesOf } from '#tests/support/settlement/waiting-releases.ts'
import { granted, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let waiting: ReturnType<typeof waitingReleasesOf>

beforeAll(async () => {
  world = await openWorld()
  waiting = waitingReleasesOf(world, await castOf(world))
})
afterEach(() => waiting.openAll())
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

test.each(['XLM', 'XRP'] as const)(
  '%s: the wallet is mended at the moment of the agreement: one of the two is paid, once',
  async (asset) => {
    const trade = await waiting.make(asset)
    const other = walletAt(asset, 'seller')
    granted(await waiting.propose(trade, other))
    await waiting.setClosed(asset, false)
    const before = { old: await waiting.balance(asset, 'friend'), other: await waiting.balance(asset, 'seller') }
    const runs = [1, 2].map(() => runRound(world.deps, trade))
    const [answer] = await Promise.all([waiting.agree(trade, other), ...runs])
    await waiting.wake(trade)
    await waiting.desk.untilPaid(trade)
    const { payoutAddress, walletProposal } = await waiting.escrow(trade)
    const isAgreed = !('refused' in answer)
    expect(payoutAddress).toBe(isAgreed ? other.address : walletOf(asset, 'friend'))
    expect(walletProposal).toBeNull()
    const paid = {
      old: (await waiting.balance(asset, 'friend')).minus(before.old).toFixed(),
      other: (await waiting.balance(asset, 'seller')).minus(before.other).toFixed(),
    }
    expect(paid).toEqual(isAgreed ? { old: '0', other: '7' } : { old: '7', other: '0' })
  },
)

test('agreeing twice at once happens once', async () => {
  const trade = await waiting.make('XRP')
  const other = walletAt('XRP', 'seller')
  granted(await waiting.propose(trade, other))
  const answers = await Promise.all([waiting.agree(trade, other), waiting.agree(trade, other)])
  expect(answers.filter((answer) => 'refused' in answer)).toEqual([{ refused: 'payout_moved_on' }])
  await waiting.desk.untilPaid(trade)
  expect((await waiting.events(trade)).filter((kind) => kind === 'payout_wallet_agreed')).toHaveLength(1)
  expect(await waiting.desk.payouts(trade)).toMatchObject([{ attempts: [{ state: 'settled' }] }])
})

test('a slow worker that saw the old wallet open pays nothing to it after the agreement', async () => {
  const trade = await waiting.make('XRP')
  const other = walletAt('XRP', 'seller')
  granted(await waiting.propose(trade, other))
  await waiting.setClosed('XRP', false)
  const hasLooked = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const { xrpl } = world.deps.ledgers
  const obstacleTo: typeof xrpl.obstacleTo = async (payee) => {
    const obstacle = await xrpl.obstacleTo(payee)
    hasLooked.resolve()
    await mayGoOn.promise
    return obstacle
  }
  const slow = { ...world.deps, ledgers: { ...world.deps.ledgers, xrpl: { ...xrpl, obstacleTo } } }
  const before = await waiting.balance('XRP', 'friend')
  const slowRun = runRound(slow, trade)
  await hasLooked.promise
  granted(await waiting.agree(trade, other))
  mayGoOn.resolve()
  await slowRun
  await waiting.desk.untilPaid(trade)
  expect(await waiting.desk.payouts(trade)).toMatchObject([
    { address: other.address, attempts: [{ state: 'settled' }] },
  ])
  expect((await waiting.balance('XRP', 'friend')).minus(before).toFixed()).toBe('0')
  expect(await waiting.events(trade)).not.toContain('release_resumed')
})

test('a slow worker that saw the old wallet closed does not stop the payout to the new one', async () => {
  const trade = await waiting.make('XRP')
  const other = walletAt('XRP', 'seller')
  granted(await waiting.propose(trade, other))
  const { xrpl } = world.deps.ledgers
  const hasLooked = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const obstacleTo: typeof xrpl.obstacleTo = async (payee) => {
    if (payee.address === other.address) return xrpl.obstacleTo(payee)
    hasLooked.resolve()
    await mayGoOn.promise
    return 'tag_required'
  }
  const slow = { ...world.deps, ledgers: { ...world.deps.ledgers, xrpl: { ...xrpl, obstacleTo } } }
  const slowRun = runRound(slow, trade)
  await hasLooked.promise
  granted(await waiting.agree(trade, other))
  mayGoOn.resolve()
  await slowRun
  const { release } = await waiting.escrow(trade)
  expect(release).toMatchObject({ address: other.address })
  expect(release?.state).not.toBe('blocked')
  await waiting.desk.untilPaid(trade)
})
