/** A wallet of the buyer that blocks money on its way back: what stops, and how it continues (product.md §4). */
import { Keypair } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPayout } from '#app/settlement/payouts/db/payouts.server.ts'
import { blockPayout, recheckBlocked } from '#app/settlement/payouts/workflows/wallets/wallet-problem.server.ts'
import type { PlayName } from '#harbour/accounts.ts'
import { setDepositAuth as onLedger } from '#tests/support/settlement/closed-wallets.ts'
import { gained } from '#tests/support/settlement/holdings.ts'
import { runRound, slotOf } from '#tests/support/settlement/payout-rounds.ts'
import { type Cast, castOf, deskOf, type Trade, walletAt } from '#tests/support/settlement/settlement.ts'
import { granted, pay, walletOf } from '#tests/support/world/people.ts'
import { runOutLeases } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let cast: Cast
let desk: ReturnType<typeof deskOf>

beforeAll(async () => {
  world = await openWorld()
  cast = await castOf(world)
  desk = deskOf(world, cast)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const stopped = async (trade: Trade) => {
  const isStopped = async () => (await desk.payouts(trade)).some((payout) => payout.state === 'blocked')
  await world.workUntil(isStopped, 'a payout is blocked')
}

test('a wallet without a trustline is refused when it is stated', async () => {
  const publicKey = Keypair.random().publicKey()
  await pay(world, { asset: 'XLM', to: publicKey, amount: '5', memo: null })
  const trade = await desk.openFunded('USDC', '10')
  expect(await desk.state(trade, { address: publicKey, memo: '' })).toMatchObject({
    refused: 'wallet_trustline_missing',
  })
  granted(await desk.confirm(trade))
  expect(await desk.ask(trade, { wallet: { address: publicKey, memo: '' } })).toMatchObject({
    refused: 'wallet_trustline_missing',
  })
})

test('a wallet that takes no deposits stops a refund, which goes to another one that the buyer states, once', async () => {
  const trade = await desk.agreedRefund('XRP', '7')
  await setDepositAuth('friend', true)
  await stopped(trade)
  await runRound(world.deps, { payoutId: (await desk.payouts(trade))[0]!.id })
  expect(await desk.stage(trade)).toBe('refund_blocked')
  const blocked = (await desk.letters(trade)).filter((letter) => letter.startsWith('payout_blocked'))
  expect(blocked).toEqual(['payout_blocked to buyer', 'payout_blocked to seller'])

  expect(await desk.state(trade, walletAt('XRP', 'friend'))).toMatchObject({ refused: 'wallet_deposit_auth' })
  const back = await gained(world, { asset: 'XRP', name: 'exchange' }, async () => {
    granted(await desk.state(trade, walletAt('XRP', 'exchange', '4711')))
    await desk.untilPaid(trade)
  })
  await setDepositAuth('friend', false)
  expect(back).toBe('7')
  expect(await desk.payouts(trade)).toMatchObject([
    { memo: '4711', state: 'confirmed', attempts: [{ state: 'settled' }] },
  ])
  const told = (await desk.letters(trade)).filter((letter) => letter.startsWith('funds_refunded'))
  expect(told).toEqual(['funds_refunded to buyer', 'funds_refunded to seller'])
})

test('a wallet stops a refund that was queued before the wallet changed, and the same statement sends it on', async () => {
  const trade = await desk.agreedRefund('XRP', '7')
  // The refund is queued to the wallet of the request.
  granted(await desk.state(trade, walletAt('XRP', 'second-buyer')))
  expect((await desk.payouts(trade))[0]?.address).toBe(walletOf('XRP', 'friend'))
  await setDepositAuth('friend', true)
  await stopped(trade)
  const back = await gained(world, { asset: 'XRP', name: 'second-buyer' }, async () => {
    granted(await desk.state(trade, walletAt('XRP', 'second-buyer')))
    await desk.untilPaid(trade)
  })
  await setDepositAuth('friend', false)
  expect(back).toBe('7')
})

test('the wallet of one side of a split does not keep the other side waiting', async () => {
  const trade = await desk.openFunded('XRP', '10')
  granted(await desk.confirm(trade))
  granted(await desk.state(trade, walletAt('XRP', 'friend')))
  granted(await desk.dispute(trade))
  await setDepositAuth('friend', true)
  const toSeller = await gained(world, { asset: 'XRP', name: 'seller' }, async () => {
    granted(await desk.decide(trade, { decision: 'split', seller: '6' }))
    const states = async () => (await desk.payouts(trade)).map(({ purpose, state: is }) => `${purpose} ${is}`)
    const isHalf = async () => (await states()).sort().join() === 'refund blocked,release confirmed'
    await world.workUntil(isHalf, 'the seller is paid and the buyer is not')
  })
  expect(toSeller).toBe('6')
  expect(await desk.stage(trade)).toBe('refund_blocked')
  await setDepositAuth('friend', false)
  const back = await gained(world, { asset: 'XRP', name: 'friend' }, async () => {
    granted(await desk.state(trade, walletAt('XRP', 'friend')))
    await desk.untilPaid(trade)
  })
  expect(back).toBe('4')
  expect(await desk.stage(trade)).toBe('split')
})

test('the same trouble is told again for another memo, and when it comes back after it was mended', async () => {
  const trade = await desk.agreedRefund('XRP', '7')
  const [{ id } = { id: '' }] = await desk.payouts(trade)
  const told = async () => (await desk.letters(trade)).filter((letter) => letter === 'payout_blocked to buyer').length
  let hours = 0
  const deps = { ...world.deps, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } }
  const block = async () => {
    const payout = await findPayout(deps.db, id)
    if (payout) await blockPayout(deps, { payout, reason: 'wallet_deposit_auth' })
  }
  const mend = async () => {
    const payout = await findPayout(deps.db, id)
    if (payout) await recheckBlocked(deps, payout)
    expect((await findPayout(deps.db, id))?.state).toBe('queued')
  }
  await block()
  await block()
  expect(await told()).toBe(1)
  await mend()
  hours = 2
  await block()
  expect(await told()).toBe(2)
  // At an exchange another memo is another wallet.
  await deps.db.transfer.update({ where: { id }, data: { state: 'queued', blockedReason: null } })
  const { escrowId } = trade
  await deps.db.escrow.update({ where: { id: escrowId }, data: { refundMemo: '4711' } })
  await deps.db.transfer.update({ where: { id }, data: { memo: '4711' } })
  await block()
  expect(await told()).toBe(3)
  await mend()
  await desk.untilPaid(trade)
})

const setDepositAuth = (name: PlayName, isOn: boolean) => onLedger({ url: world.harbour.rippled.url, name, isOn })

test('a slow worker that lost its lease does not pay the wallet that the buyer has replaced', async () => {
  const trade = await desk.agreedRefund('XRP', '7')
  const [{ id: payoutId } = { id: '' }] = await desk.payouts(trade)
  await slotOf(world, 'xrpl')
  const isSigning = Promise.withResolvers<void>()
  const maySign = Promise.withResolvers<void>()
  const { xrpl } = world.deps.treasuries
  const sign: typeof xrpl.sign = async (order) => {
    isSigning.resolve()
    await maySign.promise
    return xrpl.sign(order)
  }
  const slow = { ...world.deps, treasuries: { ...world.deps.treasuries, xrpl: { ...xrpl, sign } } }
  const slowRun = runRound(slow, { payoutId })
  await isSigning.promise

  await runOutLeases(world.deps.db)
  await setDepositAuth('friend', true)
  await runRound(world.deps, { payoutId })
  expect(await desk.stage(trade)).toBe('refund_blocked')
  granted(await desk.state(trade, walletAt('XRP', 'second-buyer')))
  await setDepositAuth('friend', false)
  maySign.resolve()
  await slowRun
  expect((await desk.payouts(trade))[0]).toMatchObject({ address: walletOf('XRP', 'second-buyer') })
  const back = await gained(world, { asset: 'XRP', name: 'second-buyer' }, () => desk.untilPaid(trade))
  expect(back).toBe('7')
})
