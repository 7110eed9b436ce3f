/** Emails about money that a ledger holds: to whom, once, and worded accordingly. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerRefund } from '#app/trade/refunds/workflows/answer-refund.server.ts'
import { askForRefund } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import { agree, anAgreedTrade, deposit, pollDeposits, prepared } from '#tests/support/onchain/holds.ts'
import { approveTrade, decideTrade } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { aDepositedTrade, inSeconds, type OnchainTrade, until } from '#tests/support/onchain/onchain-trades.ts'
import { granted, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const { follow, followUntilOver, sign } = watchSettlements(() => world)

type Sides = { buyerId: string; sellerId: string }
type Content = { letter: string; txid: string; reader?: string; held?: { on: string; until: string }; end?: string }

async function lettersOf({ buyerId, sellerId }: Sides) {
  const rows = await world.deps.db.outboxLetter.findMany({
    where: { userId: { in: [buyerId, sellerId] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { userId: true, content: true },
  })
  return rows.map(({ userId, content }) => ({
    to: userId === buyerId ? 'buyer' : 'seller',
    ...(content as unknown as Content),
  }))
}
const named = async (of: Sides, ...letters: string[]) =>
  (await lettersOf(of)).filter(({ letter }) => letters.includes(letter)).map(({ to, letter }) => `${letter} to ${to}`)

describe.each(['XLM', 'XRP'] as const)('an escrow of %s', (asset) => {
  test('tells the buyer when to lock, and both sides when it is locked, once, with who holds it', async () => {
    const trade = await anAgreedTrade(world, asset)
    const agreement = await prepared(world, trade)
    const [ready, ...others] = await lettersOf(trade)
    expect(others).toEqual([])
    const on = asset === 'XRP' ? 'xrpl' : 'stellar'
    const heldBy = { on, until: agreement.deadline.toISOString() }
    const lockBy = new Date(agreement.deadline.getTime() - 600_000).toISOString()
    expect(ready).toMatchObject({ to: 'buyer', letter: 'hold_ready', amount: '25.5', asset, lockBy, held: heldBy })
    await deposit(world, agreement)
    await Promise.all([pollDeposits(world), pollDeposits(world)])
    await pollDeposits(world)
    expect((await named(trade, 'escrow_funded')).toSorted()).toEqual([
      'escrow_funded to buyer',
      'escrow_funded to seller',
    ])
    for (const letter of await lettersOf(trade)) expect(letter.held).toEqual(heldBy)
  })

  test('tells both sides of a release by the ledger', async () => {
    const trade = await aDepositedTrade(world, { asset })
    await approveTrade(world, trade)
    // The buyer's signature was the approval, so nobody is asked for one.
    expect(await named(trade, 'hold_sign')).toEqual([])
    await followUntilOver(trade)
    await follow(trade)
    expect((await named(trade, 'funds_released', 'hold_ended')).toSorted()).toEqual([
      'funds_released to buyer',
      'funds_released to seller',
    ])
  })
})

test('another wallet of the seller is told as often as letters of acts may be', async () => {
  const trade = await anAgreedTrade(world, 'XRP')
  await prepared(world, trade)
  await agree(world, trade, walletOf('XRP', 'friend'))
  await prepared(world, trade)
  // The first email still waits, and says the same.
  expect(await named(trade, 'hold_ready')).toEqual(['hold_ready to buyer'])
})

async function refunded(trade: OnchainTrade): Promise<void> {
  const { id: escrowId, buyerId, sellerId } = trade
  const wallet = { address: '', memo: '' }
  granted(await askForRefund(world.deps, { escrowId, buyerId, reason: 'late', wallet }))
  granted(await answerRefund(world.deps, { escrowId, sellerId, isAgreed: true, reason: '' }))
}

const divided = (trade: OnchainTrade) => decideTrade(world, trade, 'split', '20')

async function ended(leave: (trade: OnchainTrade) => Promise<void>, told: string) {
  const trade = await aDepositedTrade(world)
  await leave(trade)
  expect((await named(trade, 'hold_sign')).toSorted()).toEqual(['hold_sign to buyer', 'hold_sign to seller'])
  await sign(trade, 'seller')
  await followUntilOver(trade)
  const { endHash: hash } = await world.deps.db.holdLock.findFirstOrThrow({ where: { escrowId: trade.id } })
  const letters = (await lettersOf(trade)).filter(({ letter }) => letter === told)
  expect(letters.map(({ to }) => to).toSorted()).toEqual(['buyer', 'seller'])
  return { hash, letters }
}

test('both sides are asked to sign a refund, and told what each was paid', async () => {
  const { hash, letters } = await ended(refunded, 'hold_ended')
  const paid = { end: 'refunded', hash, toSeller: '0', toBuyer: '50' }
  for (const letter of letters) expect(letter).toMatchObject({ reader: letter.to, ...paid })
})

test('both sides are asked to sign a division, and told to take their shares', async () => {
  const { hash, letters } = await ended(divided, 'hold_take')
  for (const letter of letters) expect(letter).toMatchObject({ hash, amount: letter.to === 'seller' ? '20' : '30' })
})

test.each(['XLM', 'XRP'] as const)('after the date of %s the buyer hears of it once', async (asset) => {
  const trade = await aDepositedTrade(world, { asset, deadline: inSeconds(world, 3_600) })
  const { harbour, deps } = world
  harbour.time.forward(3_601_000)
  const ahead = harbour.time.aheadMs()
  await until(async () => deps.clock.now().getTime() >= Date.now() + ahead - 1_000, 'the clock follows')
  if (asset === 'XLM') {
    await follow(trade)
    await follow(trade)
    expect(await named(trade, 'hold_lapsed', 'hold_ended')).toEqual(['hold_lapsed to buyer'])
    return
  }
  await followUntilOver(trade)
  expect((await named(trade, 'hold_lapsed', 'hold_ended')).toSorted()).toEqual([
    'hold_ended to buyer',
    'hold_ended to seller',
  ])
})
