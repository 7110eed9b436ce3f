/** A release whose wallet cannot receive it: the seller proposes another one, the buyer agrees, and it is paid once. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findStatement } from '#app/records/statement/queries/statement.server.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { type Cast, castOf, walletAt } from '#tests/support/settlement/settlement.ts'
import { waitingReleasesOf } from '#tests/support/settlement/waiting-releases.ts'
import { seller as aSeller, granted, type Person, pilotBuyer, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const NETWORKS = { stellarPassphrase: null, xrplNetworkId: 0 }

let world: World
let cast: Cast
let waiting: ReturnType<typeof waitingReleasesOf>
let strangers: Person[]

beforeAll(async () => {
  world = await openWorld()
  cast = await castOf(world)
  waiting = waitingReleasesOf(world, cast)
  strangers = [await pilotBuyer(world), await aSeller(world)]
})
afterEach(() => waiting.openAll())
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const ended = ['release_queued', 'release_blocked', 'payout_wallet_proposed', 'payout_wallet_agreed', 'funds_released']

describe.each(['XLM', 'XRP'] as const)('in %s', (asset) => {
  test('the seller proposes, the buyer agrees, and the other wallet is paid once, and named in the statement', async () => {
    const trade = await waiting.make(asset)
    const before = { old: await waiting.balance(asset, 'friend'), other: await waiting.balance(asset, 'exchange') }
    const other = walletAt(asset, 'exchange', '4711')
    granted(await waiting.propose(trade, other))
    expect(await waiting.escrow(trade)).toMatchObject({
      payoutAddress: walletOf(asset, 'friend'),
      walletProposal: { address: other.address, memo: '4711' },
      release: { state: 'blocked', address: walletOf(asset, 'friend') },
    })
    // A proposal alone moves nothing.
    await runRound(world.deps, trade)
    expect(await waiting.escrow(trade)).toMatchObject({
      release: { state: 'blocked' },
      walletProposal: { memo: '4711' },
    })

    granted(await waiting.agree(trade, other))
    await waiting.desk.untilPaid(trade)
    expect(await waiting.escrow(trade)).toMatchObject({
      payoutAddress: other.address,
      payoutMemo: '4711',
      walletProposal: null,
    })
    expect(await waiting.desk.payouts(trade)).toMatchObject([{ ...other, attempts: [{ state: 'settled' }] }])
    expect((await waiting.balance(asset, 'exchange')).minus(before.other).toFixed()).toBe('7')
    expect((await waiting.balance(asset, 'friend')).minus(before.old).toFixed()).toBe('0')
    expect((await waiting.events(trade)).reverse().slice(-5)).toEqual(ended)
    expect(await waiting.desk.letters(trade)).toEqual(
      expect.arrayContaining(['payout_wallet_agreed to buyer', 'payout_wallet_agreed to seller']),
    )
    expect((await waiting.desk.letters(trade)).filter((letter) => letter.startsWith('payout_wallet_proposed'))).toEqual(
      ['payout_wallet_proposed to buyer'],
    )

    const statement = await findStatement(world.deps.db, {
      viewer: { ...cast.buyer, hasConfirmedEmail: true, role: 'buyer' },
      transactionId: trade.transactionId,
      networks: NETWORKS,
      now: new Date(),
    })
    expect(statement?.payouts).toMatchObject([{ wallet: { address: other.address, memo: '4711' }, state: 'confirmed' }])
    expect(
      statement?.events.filter(({ kind }) => kind.startsWith('payout_wallet_')).map(({ kind, by }) => [kind, by]),
    ).toEqual([
      ['payout_wallet_stated', 'seller'],
      ['payout_wallet_proposed', 'seller'],
      ['payout_wallet_agreed', 'buyer'],
    ])
  })

  test('the wallet is mended before anybody agrees: it is paid, and the proposal is moot', async () => {
    const trade = await waiting.make(asset)
    const other = walletAt(asset, 'seller')
    granted(await waiting.propose(trade, other))
    await waiting.setClosed(asset, false)
    await waiting.wake(trade)
    const isOn = async () => (await waiting.desk.payouts(trade)).every(({ state }) => state !== 'blocked')
    await world.workUntil(isOn, 'the payout goes on')
    expect(await waiting.agree(trade, other)).toMatchObject({ refused: 'payout_moved_on' })
    expect(await waiting.propose(trade, other)).toMatchObject({ refused: 'payout_moved_on' })
    expect(await waiting.escrow(trade)).toMatchObject({
      walletProposal: null,
      payoutAddress: walletOf(asset, 'friend'),
    })
    await waiting.desk.untilPaid(trade)
    expect(await waiting.desk.payouts(trade)).toMatchObject([
      { address: walletOf(asset, 'friend'), state: 'confirmed' },
    ])
    expect(await waiting.agree(trade, other)).toMatchObject({ refused: 'payout_moved_on' })
  })
})

test('a memo that was missing is another wallet', async () => {
  const trade = await waiting.make('XLM')
  const withMemo = walletAt('XLM', 'friend', '99')
  expect(await waiting.propose(trade, walletAt('XLM', 'friend'))).toMatchObject({ refused: 'payout_wallet_same' })
  granted(await waiting.propose(trade, withMemo))
  granted(await waiting.agree(trade, withMemo))
  await waiting.desk.untilPaid(trade)
  expect(await waiting.desk.payouts(trade)).toMatchObject([{ ...withMemo, state: 'confirmed' }])
})

test('an agreement counts for the wallet that was shown; a new proposal takes the place of the old', async () => {
  const trade = await waiting.make('XRP')
  const shown = walletAt('XRP', 'seller')
  granted(await waiting.propose(trade, shown))
  granted(await waiting.propose(trade, shown))
  const newer = walletAt('XRP', 'second-buyer', '5')
  granted(await waiting.propose(trade, newer))
  expect(await waiting.agree(trade, shown)).toMatchObject({ refused: 'wallet_changed' })
  expect(await waiting.agree(trade, { ...newer, memo: '' })).toMatchObject({ refused: 'wallet_changed' })
  expect(await waiting.escrow(trade)).toMatchObject({ release: { state: 'blocked' }, walletProposal: { memo: '5' } })
  // Repeated, it is the same proposal.
  expect((await waiting.events(trade)).filter((kind) => kind === 'payout_wallet_proposed')).toHaveLength(2)
})

test('a wallet that closes after it was proposed stops the payout again: both hear of it, and go on as before', async () => {
  const trade = await waiting.make('XRP')
  const second = walletAt('XRP', 'second-buyer')
  granted(await waiting.propose(trade, second))
  await waiting.setClosed('XRP', true, 'second-buyer')
  granted(await waiting.agree(trade, second))
  await waiting.untilBlocked(trade)
  expect(await waiting.escrow(trade)).toMatchObject({
    payoutAddress: second.address,
    walletProposal: null,
    release: { state: 'blocked', blockedReason: 'wallet_deposit_auth', address: second.address },
  })
  const told = (await waiting.desk.letters(trade)).filter((letter) => letter.startsWith('payout_blocked'))
  expect(told).toEqual(['buyer', 'buyer', 'seller', 'seller'].map((reader) => `payout_blocked to ${reader}`))
  const third = walletAt('XRP', 'seller')
  granted(await waiting.propose(trade, third))
  granted(await waiting.agree(trade, third))
  await waiting.desk.untilPaid(trade)
  expect(await waiting.desk.payouts(trade)).toMatchObject([
    { address: third.address, attempts: [{ state: 'settled' }] },
  ])
})

describe('is refused', () => {
  test('to everybody but the bound seller and the buyer', async () => {
    const trade = await waiting.make('XRP')
    const other = walletAt('XRP', 'seller')
    for (const { id } of [...strangers, cast.buyer, cast.operator]) {
      expect(await waiting.propose(trade, other, id)).toEqual({ refused: 'escrow_not_found' })
    }
    granted(await waiting.propose(trade, other))
    for (const { id } of [...strangers, cast.seller, cast.operator]) {
      expect(await waiting.agree(trade, other, id)).toEqual({ refused: 'escrow_not_found' })
    }
    expect(await waiting.escrow(trade)).toMatchObject({
      release: { state: 'blocked', address: walletOf('XRP', 'friend') },
    })
  })

  test('for a wallet that cannot receive, with the remedy', async () => {
    const trade = await waiting.make('XRP')
    const about = (field: string) => ({ field, values: { currency: 'XRP' } })
    const address = about('walletAddress')
    expect(await waiting.propose(trade, { address: '', memo: '' })).toEqual({ refused: 'wallet_required', ...address })
    expect(await waiting.propose(trade, walletAt('XLM', 'seller'))).toMatchObject({
      refused: 'wallet_other_network',
      field: 'walletAddress',
    })
    expect(await waiting.propose(trade, walletAt('XRP', 'escrow'))).toEqual({ refused: 'wallet_is_ours', ...address })
    expect(await waiting.propose(trade, walletAt('XRP', 'friend', '7'))).toEqual({
      refused: 'wallet_deposit_auth',
      ...address,
    })
    expect(await waiting.propose(trade, walletAt('XRP', 'exchange'))).toEqual({
      refused: 'wallet_tag_required',
      ...about('walletMemo'),
    })
    expect((await waiting.escrow(trade)).walletProposal).toBeNull()
  })

  test('before there is a release, after it, and when sending it has failed', async () => {
    const other = walletAt('XRP', 'seller')
    const early = await waiting.desk.openFunded('XRP', '7')
    expect(await waiting.propose(early, other)).toMatchObject({ refused: 'escrow_not_found' })
    granted(await waiting.desk.confirm(early))
    expect(await waiting.propose(early, other)).toMatchObject({ refused: 'payout_moved_on' })
    expect(await waiting.agree(early, other)).toMatchObject({ refused: 'payout_moved_on' })
    granted(await waiting.desk.review(early))
    expect(await waiting.propose(early, walletAt('XRP', 'friend'))).toMatchObject({ refused: 'payout_moved_on' })
    await waiting.desk.untilPaid(early)
    expect(await waiting.propose(early, walletAt('XRP', 'friend'))).toMatchObject({ refused: 'payout_moved_on' })

    const failed = await waiting.make('XRP')
    await world.deps.db.transfer.update({ where: { id: failed.payoutId }, data: { blockedReason: 'payout_failed' } })
    expect(await waiting.propose(failed, other)).toMatchObject({ refused: 'payout_moved_on' })
    expect(await waiting.agree(failed, other)).toMatchObject({ refused: 'payout_moved_on' })
  })

  test('without a proposal', async () => {
    const trade = await waiting.make('XRP')
    expect(await waiting.agree(trade, walletAt('XRP', 'seller'))).toMatchObject({ refused: 'payout_moved_on' })
  })
})
