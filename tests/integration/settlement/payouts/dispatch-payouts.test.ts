/** Payouts are paid once, whatever the ledger and the worker do (product.md §4). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { explainTransaction } from '#app/settlement/payouts/workflows/outgoing/explain-outgoing.server.ts'
import { readOutgoingTransactions } from '#app/settlement/payouts/workflows/outgoing/read-outgoing.server.ts'
import { setDepositAuth } from '#tests/support/settlement/closed-wallets.ts'
import { holds } from '#tests/support/settlement/holdings.ts'
import { runRound, slotOf } from '#tests/support/settlement/payout-rounds.ts'
import { type Cast, castOf, deskOf } from '#tests/support/settlement/settlement.ts'
import { granted, pay, walletOf } from '#tests/support/world/people.ts'
import { runOutLeases } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let cast: Cast
let desk: ReturnType<typeof deskOf>

beforeAll(async () => {
  // The test's ledgers close so fast that an envelope would provably expire before it is sent again.
  world = await openWorld({ xrplValidLedgers: 900 })
  cast = await castOf(world)
  desk = deskOf(world, cast)
})

afterEach(() => world.harbour.faults.clear())

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** An escrow whose three facts hold: its payout is queued, and no worker has seen it yet. */
async function duePayout(asset: Asset, amount: string): Promise<{ escrowId: string; payoutId: string }> {
  const trade = await desk.openFunded(asset, amount)
  granted(await desk.confirm(trade))
  granted(await desk.review(trade))
  return { escrowId: trade.escrowId, payoutId: (await desk.payouts(trade))[0]?.id ?? '' }
}

const sellerHolds = (asset: Asset) => holds(world, { asset, name: 'seller' })

async function payoutOf(payoutId: string) {
  return world.deps.db.transfer.findUniqueOrThrow({ where: { id: payoutId }, include: { attempts: true } })
}

const isPaid = (payoutId: string) => async () => (await payoutOf(payoutId)).state === 'confirmed'

describe.each(['USDC', 'XRP'] as const)('a payout in %s', (asset) => {
  const target = asset === 'XRP' ? ('rippled' as const) : ('horizon' as const)
  const submission = asset === 'XRP' ? 'submit' : 'POST /transactions'

  test('is paid once when the answer to the submission is lost', async () => {
    const before = await sellerHolds(asset)
    const { payoutId } = await duePayout(asset, '7.5')
    world.harbour.faults.set({ target, kind: 'drop_after', match: submission, times: 1 })
    await world.workUntil(isPaid(payoutId), 'the payout is confirmed')
    expect((await sellerHolds(asset)).minus(before).toFixed()).toBe('7.5')
    expect((await payoutOf(payoutId)).attempts).toHaveLength(1)
  })

  test('is paid once when the submission never arrived', async () => {
    const before = await sellerHolds(asset)
    const { payoutId } = await duePayout(asset, '3.25')
    world.harbour.faults.set({ target, kind: 'drop_before', match: submission, times: 2 })
    await world.workUntil(isPaid(payoutId), 'the payout is confirmed')
    expect((await sellerHolds(asset)).minus(before).toFixed()).toBe('3.25')
    expect((await payoutOf(payoutId)).attempts.map((attempt) => attempt.state)).toEqual(['settled'])
  })

  test('is paid once when the ledger includes it as failed the first time', async () => {
    const before = await sellerHolds(asset)
    const { payoutId } = await duePayout(asset, '2')
    world.harbour.faults.set({ target, kind: 'provisional_failure', match: submission, times: 1 })
    await world.workUntil(isPaid(payoutId), 'the payout is confirmed')
    expect((await sellerHolds(asset)).minus(before).toFixed()).toBe('2')
    const states = (await payoutOf(payoutId)).attempts.map((attempt) => attempt.state)
    expect(states.sort()).toEqual(['failed', 'settled'])
  })

  test('is paid once when many workers look at it at the same time', async () => {
    const before = await sellerHolds(asset)
    const { payoutId } = await duePayout(asset, '1.5')
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => runRound(world.deps, { payoutId })))
    }
    await world.workUntil(isPaid(payoutId), 'the payout is confirmed')
    expect((await sellerHolds(asset)).minus(before).toFixed()).toBe('1.5')
    expect((await payoutOf(payoutId)).attempts).toHaveLength(1)
  })
})

test('several payouts from one account are all paid', async () => {
  const before = await sellerHolds('XLM')
  const due = [await duePayout('XLM', '11'), await duePayout('XLM', '12'), await duePayout('XLM', '13')]
  await world.workUntil(async () => {
    const states = await Promise.all(due.map(({ payoutId }) => isPaid(payoutId)()))
    return states.every(Boolean)
  }, 'all three are confirmed')
  expect((await sellerHolds('XLM')).minus(before).toFixed()).toBe('36')
})

test('is paid once though a worker lost its lease to another while both followed a failed envelope', async () => {
  const before = await sellerHolds('XRP')
  const { payoutId, escrowId } = await duePayout('XRP', '6')
  // The fault is for the payment, not for making tickets.
  await slotOf(world, 'xrpl')
  world.harbour.faults.set({ target: 'rippled', kind: 'provisional_failure', match: 'submit', times: 1 })
  await runRound(world.deps, { payoutId })
  await expect
    .poll(async () => {
      const [attempt] = (await payoutOf(payoutId)).attempts
      return attempt && (await world.deps.treasuries.xrpl.outcomeOf(attempt)).kind
    })
    .toBe('failed')

  // As when a frozen worker wakes: both are active at once, and one of them is slow.
  const hasLooked = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const { xrpl } = world.deps.treasuries
  const slow = {
    ...world.deps,
    treasuries: {
      ...world.deps.treasuries,
      xrpl: {
        ...xrpl,
        async newestOutcomes(signed: Parameters<typeof xrpl.newestOutcomes>[0]) {
          const outcomes = await xrpl.newestOutcomes(signed)
          hasLooked.resolve()
          await mayGoOn.promise
          return outcomes
        },
      },
    },
  }
  const slowRun = runRound(slow, { payoutId })
  await hasLooked.promise
  await runOutLeases(world.deps.db)
  await runRound(world.deps, { payoutId })
  await runRound(world.deps, { payoutId })
  mayGoOn.resolve()
  await slowRun

  const isReleased = async () =>
    (await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).releasedAt !== null
  await world.workUntil(isReleased, 'the escrow is released')
  // The sweep retries whatever looks unfinished.
  for (let round = 0; round < 3; round += 1) await runRound(world.deps, { payoutId })
  expect(await payoutOf(payoutId)).toMatchObject({ state: 'confirmed' })
  expect((await sellerHolds('XRP')).minus(before).toFixed()).toBe('6')
  expect((await payoutOf(payoutId)).attempts.map((attempt) => attempt.state).sort()).toEqual(['failed', 'settled'])
})

test('a payout that the account cannot cover waits for money, and nothing is signed that would fail', async () => {
  const { payoutId } = await duePayout('USDC', '9')
  // As the worker does when it starts: what left before is history.
  await readOutgoingTransactions(world.deps, 'stellar')
  const taken = await emptyEscrowAccount()
  expect(await runRound(world.deps, { payoutId })).toBeNull()
  expect(await payoutOf(payoutId)).toMatchObject({ state: 'queued', attempts: [] })
  const account = world.deps.accounts.stellar.escrow
  await pay(world, { from: 'friend', asset: 'USDC', to: account, amount: taken.toFixed(), memo: null })
  await runRound(world.deps, { payoutId })
  expect(await payoutOf(payoutId)).toMatchObject({ state: 'queued', attempts: [], waitsFor: 'stopped' })
  await sayForeign()
  await world.deps.db.transfer.update({ where: { id: payoutId }, data: { updatedAt: new Date(0), nextTryAt: null } })
  await sweepOpenWork(world.deps)
  await world.workUntil(isPaid(payoutId), 'the payout is confirmed')
})

async function sayForeign(): Promise<void> {
  const unexplained = await world.deps.db.outgoingTransaction.findMany({ where: { explanation: null } })
  for (const { id: outgoingId } of unexplained) {
    const told = { outgoingId, answer: 'foreign', reason: 'Moved for an hour.', operatorId: cast.operator.id }
    granted(await explainTransaction(world.deps, told))
  }
}

/** Takes all USDC out with the account's key, past Quayside. */
async function emptyEscrowAccount(): Promise<Decimal> {
  const { ledgers, treasuries, accounts } = world.deps
  const amount = (await ledgers.stellar.balance(accounts.stellar.escrow, 'USDC')) ?? new Decimal(0)
  const address = walletOf('USDC', 'friend')
  const signed = await treasuries.stellar.sign({
    payoutId: 'x',
    lane: await slotOf(world, 'stellar'),
    asset: 'USDC',
    address,
    memo: null,
    amount,
  })
  await treasuries.stellar.submit(signed)
  await expect.poll(async () => (await treasuries.stellar.outcomeOf(signed)).kind).toBe('settled')
  return amount
}

test('what is signed is stored before anything is sent', async () => {
  const { payoutId } = await duePayout('USDC', '4')
  world.harbour.faults.set({ target: 'horizon', kind: 'drop_before', match: 'POST /transactions' })
  await runRound(world.deps, { payoutId }).catch(() => undefined)
  const payout = await payoutOf(payoutId)
  expect(payout.attempts.map(({ state, blob }) => [state, blob.length > 100])).toEqual([['live', true]])
  world.harbour.faults.clear()
  await world.workUntil(isPaid(payoutId), 'the payout is confirmed')
  expect((await payoutOf(payoutId)).settledHash).toBe(payout.attempts[0]?.hash)
})

test('a payout that meets an obstacle waits, tells both sides once, and goes on when it is gone', async () => {
  const { payoutId, escrowId } = await duePayout('XRP', '5')
  await setDepositAuth({ url: world.harbour.rippled.url, name: 'seller', isOn: true })
  await world.workUntil(async () => (await payoutOf(payoutId)).state === 'blocked', 'the payout is blocked')
  expect((await payoutOf(payoutId)).blockedReason).toBe('wallet_deposit_auth')
  await runRound(world.deps, { payoutId })
  const letters = await world.deps.db.outboxLetter.findMany({
    where: { key: { startsWith: `payout_blocked:${payoutId}` } },
  })
  expect(letters.map((letter) => letter.recipient).sort()).toEqual([cast.buyer.email, cast.seller.email].sort())

  await setDepositAuth({ url: world.harbour.rippled.url, name: 'seller', isOn: false })
  await world.deps.db.transfer.update({ where: { id: payoutId }, data: { updatedAt: new Date(0), nextTryAt: null } })
  await sweepOpenWork(world.deps)
  await world.workUntil(isPaid(payoutId), 'the payout is confirmed')
  expect((await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).releasedAt).not.toBeNull()
})
