/** What the worker does for an on-chain escrow, from the seller's agreement until the money is deposited. */
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { conditionOf } from '#app/trade/onchain/domain/crypto-condition.ts'
import { SECRETS_IN_STOCK } from '#app/trade/onchain/domain/limits.ts'
import { settleDrafts } from '#app/trade/onchain/workflows/agreeing/settle-drafts.server.ts'
import { findOnchainDeposits } from '#app/trade/onchain/workflows/find-deposits.server.ts'
import { prepareAgreements } from '#app/trade/onchain/workflows/prepare-agreements.server.ts'
import { draftOf, settleXrp } from '#tests/support/onchain/drafts.ts'
import {
  agree,
  agreementOf,
  anAgreedTrade,
  deposit,
  type OnchainTrade,
  pollDeposits,
  prepared,
} from '#tests/support/onchain/holds.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { runOutLeases } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.harbour.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

const escrowOf = ({ escrowId: id }: OnchainTrade) => world.deps.db.escrow.findUniqueOrThrow({ where: { id } })
const depositsOf = ({ escrowId }: OnchainTrade) => world.deps.db.holdLock.findMany({ where: { escrowId } })
const eventsOf = async ({ escrowId }: OnchainTrade) =>
  (await world.deps.db.auditEvent.findMany({ where: { escrowId }, orderBy: { id: 'asc' } })).map(({ kind }) => kind)
const attemptsOf = ({ escrowId }: OnchainTrade) =>
  world.deps.db.transferAttempt.findMany({
    where: { agreement: { escrowId } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

describe.each(['XLM', 'USDC', 'XRP'] as const)('an escrow of %s', (asset) => {
  test('is funded by what was locked as agreed, once, with nothing of it in our books', async () => {
    const trade = await anAgreedTrade(world, asset)
    const agreement = await prepared(world, trade)
    await pollDeposits(world)
    expect((await escrowOf(trade)).verifiedAt).toBeNull()
    await deposit(world, agreement)
    await Promise.all([pollDeposits(world), pollDeposits(world)])
    await pollDeposits(world)
    const [found, ...others] = await depositsOf(trade)
    expect(found).toMatchObject({ counts: true, differences: [], end: null })
    expect(others).toEqual([])
    const { verifiedAt, receivedAmount, txValidated, realTxId, paidAt } = await escrowOf(trade)
    expect([verifiedAt !== null, receivedAmount.toFixed(), txValidated, realTxId, paidAt]).toEqual([
      true,
      '25.5',
      true,
      found?.hash,
      found?.lockedAt,
    ])
    const events = await eventsOf(trade)
    expect(events.filter((kind) => kind === 'escrow_funded')).toHaveLength(1)
    expect(events.filter((kind) => kind === 'hold_prepared')).toHaveLength(1)
    const booked = await world.deps.db.bookPosting.count({ where: { account: `escrow:${trade.escrowId}` } })
    expect(booked).toBe(0)
    expect(await world.deps.db.transfer.count({ where: { escrowId: trade.escrowId } })).toBe(0)
  })

  test('is not funded by another amount or date, which goes back by its owner', async () => {
    const trade = await anAgreedTrade(world, asset)
    const agreement = await prepared(world, trade)
    await deposit(world, agreement, { amount: agreement.terms.amount.minus('0.000001') })
    await deposit(world, agreement, { deadline: agreement.terms.deadline + 1 })
    await pollDeposits(world)
    await pollDeposits(world)
    const differences = (await depositsOf(trade)).map((found) => [found.counts, ...found.differences])
    expect(differences.toSorted()).toEqual([
      [false, 'amount'],
      [false, 'date'],
    ])
    expect((await escrowOf(trade)).verifiedAt).toBeNull()
    await deposit(world, agreement)
    await pollDeposits(world)
    expect((await escrowOf(trade)).verifiedAt).not.toBeNull()
  })

  test('is not funded for a wallet that the seller has changed meanwhile, however late that lock comes', async () => {
    const trade = await anAgreedTrade(world, asset)
    const former = await prepared(world, trade)
    if (asset === 'XRP') {
      // Offered, and its sequence number used up by something else: a careless wallet keeps it.
      await draftOf(world, former)
      await settleXrp(world, { TransactionType: 'AccountSet' })
      expect(await settleDrafts(world.deps, former)).toEqual([])
    }
    await agree(world, trade, walletOf(asset, 'friend'))
    await deposit(world, former)
    await pollDeposits(world)
    expect(await depositsOf(trade)).toMatchObject([{ counts: false, differences: [] }])
    expect((await escrowOf(trade)).verifiedAt).toBeNull()
    const now = await prepared(world, trade)
    expect(now.account ?? now.id).not.toBe(former.account ?? former.id)
    await deposit(world, now)
    await pollDeposits(world)
    expect((await escrowOf(trade)).verifiedAt).not.toBeNull()
    expect((await depositsOf(trade)).map(({ agreementId, counts }) => [agreementId, counts])).toContainEqual([
      now.id,
      true,
    ])
  })

  test('that was called off is not funded', async () => {
    const trade = await anAgreedTrade(world, asset)
    const agreement = await prepared(world, trade)
    await deposit(world, agreement)
    await world.deps.db.escrow.update({ where: { id: trade.escrowId }, data: { cancelledAt: new Date() } })
    await pollDeposits(world)
    expect(await depositsOf(trade)).toMatchObject([{ counts: false, differences: [] }])
  })

  test('waits while its ledger gives no answer: no lock is believed, none forgotten', async () => {
    const trade = await anAgreedTrade(world, asset)
    const agreement = await prepared(world, trade)
    await deposit(world, agreement)
    const target = asset === 'XRP' ? 'rippled' : 'horizon'
    world.harbour.faults.set({ target, kind: 'server_error' })
    await pollDeposits(world)
    expect(await depositsOf(trade)).toEqual([])
    world.harbour.faults.clear()
    await pollDeposits(world)
    expect((await escrowOf(trade)).verifiedAt).not.toBeNull()
  })

  test('is looked at no more when its date is long past', async () => {
    const trade = await anAgreedTrade(world, asset)
    const agreement = await prepared(world, trade)
    const later = { ...world.deps, clock: { now: () => new Date(agreement.deadline.getTime() + 3_600_001) } }
    await world.deps.db.holdAgreement.updateMany({
      where: { id: { not: agreement.id }, closedAt: null },
      data: { closedAt: new Date() },
    })
    await findOnchainDeposits(later)
    expect((await agreementOf(world, trade)).closedAt).not.toBeNull()
    expect(await findOnchainDeposits(later)).toBeNull()
  })
})

test('what is funded is looked at for a day more, so that a second lock is found and counts for nothing', async () => {
  const { db } = world.deps
  const trade = await anAgreedTrade(world, 'XLM')
  const agreement = await prepared(world, trade)
  await deposit(world, agreement)
  await pollDeposits(world)
  await deposit(world, agreement)
  await pollDeposits(world)
  expect((await depositsOf(trade)).map(({ counts }) => counts).toSorted()).toEqual([false, true])
  const { verifiedAt } = await escrowOf(trade)
  const later = (ms: number) => ({
    ...world.deps,
    clock: { now: () => new Date((verifiedAt?.getTime() ?? 0) + 86_400_000 + ms) },
  })
  for (const [ms, isClosed] of [
    [-60_000, false],
    [60_000, true],
  ] as const) {
    await db.holdAgreement.updateMany({ data: { lookAt: null } })
    await findOnchainDeposits(later(ms))
    expect((await agreementOf(world, trade)).closedAt !== null).toBe(isClosed)
  }
})

test('what can never count is not asked about again, what may count still is', async () => {
  const trade = await anAgreedTrade(world, 'XLM')
  const agreement = await prepared(world, trade)
  await deposit(world, agreement, { amount: agreement.terms.amount.minus('0.000001') })
  await pollDeposits(world)
  const [useless] = await depositsOf(trade)
  await deposit(world, agreement)
  const { stellar } = world.deps.held
  const asked: (readonly string[])[] = []
  const findLocksNoting: typeof stellar.findLocks = (terms, account, known = new Set()) => {
    if (account === agreement.account) asked.push([...known])
    return stellar.findLocks(terms, account, known)
  }
  const deps = { ...world.deps, held: { ...world.deps.held, stellar: { ...stellar, findLocks: findLocksNoting } } }
  for (let look = 0; look < 2; look += 1) await pollDeposits({ ...world, deps })
  expect(asked).toEqual([[useless?.balanceId], [useless?.balanceId]])
  expect((await escrowOf(trade)).verifiedAt).not.toBeNull()
})

describe('an account of two signatures', () => {
  test('is opened once by two workers at the same time', async () => {
    const trades = await Promise.all([anAgreedTrade(world, 'XLM'), anAgreedTrade(world, 'XLM')])
    const round = () => prepareAgreements(world.deps, { network: 'stellar' })
    for (const trade of trades) {
      while ((await agreementOf(world, trade)).openedAt === null) await Promise.all([round(), round(), round()])
      expect(await attemptsOf(trade)).toMatchObject([{ state: 'settled', purpose: 'opening' }])
    }
  })

  test.each([
    ['is sent when the worker died before sending it', 'drop_before'],
    ['is the one that was sent when the worker died after it', 'drop_after'],
  ] as const)('%s', async (_, kind) => {
    const trade = await anAgreedTrade(world, 'XLM')
    world.harbour.faults.set({ target: 'horizon', kind, match: 'POST /transactions', times: 1 })
    const { account } = await prepared(world, trade)
    const attempts = await attemptsOf(trade)
    expect(attempts).toMatchObject([{ state: 'settled' }])
    const kept = world.deps.keepers.stellar?.trustees
    const terms = (await agreementOf(world, trade)).terms
    const state = kept && account ? await world.deps.held.stellar.readAccount(terms, { ...kept, account }) : null
    expect(state?.differences).toEqual([])
  })

  test('is signed anew, with another account, when the ledger has refused it', async () => {
    const trade = await anAgreedTrade(world, 'XLM')
    world.harbour.faults.set({ target: 'horizon', kind: 'provisional_failure', match: 'POST /transactions', times: 1 })
    await prepared(world, trade)
    const attempts = await attemptsOf(trade)
    expect(attempts.map(({ state }) => state)).toEqual(['failed', 'settled'])
    expect(new Set(attempts.map(({ blob }) => blob)).size).toBe(2)
  })

  test('is not opened while payouts of its ledger are stopped, nor by a worker without the lease', async () => {
    const { db } = world.deps
    const trade = await anAgreedTrade(world, 'XLM')
    const stop = await db.payoutStop.create({ data: { network: 'stellar', cause: 'books', reason: 'A difference' } })
    await prepareAgreements(world.deps, { network: 'stellar' })
    expect(await attemptsOf(trade)).toEqual([])
    await db.payoutStop.update({ where: { id: stop.id }, data: { endedAt: new Date(), endReason: 'Explained' } })
    const until = new Date(Date.now() + 3_600_000)
    await db.payoutLease.update({ where: { network: 'stellar' }, data: { until, holder: 'another worker' } })
    await prepareAgreements(world.deps, { network: 'stellar' })
    expect(await attemptsOf(trade)).toEqual([])
    await runOutLeases(db)
    await prepared(world, trade)
  })

  test('is not opened for what is over: it is put away', async () => {
    const { db } = world.deps
    const trade = await anAgreedTrade(world, 'XLM')
    await db.escrow.update({ where: { id: trade.escrowId }, data: { cancelledAt: new Date() } })
    await prepareAgreements(world.deps, { network: 'stellar' })
    expect(await attemptsOf(trade)).toEqual([])
    expect((await agreementOf(world, trade)).closedAt).not.toBeNull()
  })
})

test('a stock of secrets is made once, lies sealed, and opens for its own escrow alone', async () => {
  const { db, fulfilments } = world.deps
  const [trade, other] = [await anAgreedTrade(world, 'XRP'), await anAgreedTrade(world, 'XRP')]
  const rounds = [1, 2, 3].map(() => prepareAgreements(world.deps, { network: 'xrpl' }))
  await Promise.all(rounds)
  const secrets = await db.holdDraft.findMany({ where: { escrowId: { in: [trade.escrowId, other.escrowId] } } })
  expect(secrets).toHaveLength(2 * SECRETS_IN_STOCK)
  expect(new Set(secrets.map(({ condition }) => condition)).size).toBe(2 * SECRETS_IN_STOCK)
  for (const { escrowId, sealedFulfilment, condition, offeredAt } of secrets) {
    const [own, elsewhere] = escrowId === trade.escrowId ? [trade, other] : [other, trade]
    const opened = fulfilments?.unseal(own.escrowId, sealedFulfilment ?? '') ?? ''
    const digest = createHash('sha256')
      .update(Buffer.from(opened.slice(8), 'hex'))
      .digest()
    expect([conditionOf(digest), offeredAt]).toEqual([condition, null])
    expect(fulfilments?.unseal(elsewhere.escrowId, sealedFulfilment ?? '')).toBeNull()
  }
  expect((await eventsOf(trade)).filter((kind) => kind === 'hold_prepared')).toHaveLength(1)
})
