/** A buyer's deposit on Stellar that never counts goes back before the date (decision 118). */
import { Operation } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { takeDueReturns } from '#app/trade/onchain/db/signing/returns.server.ts'
import { showOnchainEscrow } from '#app/trade/onchain/queries/onchain-view.server.ts'
import { offerReturn } from '#app/trade/onchain/workflows/returning/offer-return.server.ts'
import { sendReturn } from '#app/trade/onchain/workflows/returning/send-return.server.ts'
import { findReturnToSign, takeReturn } from '#app/trade/onchain/workflows/returning/sign-return.server.ts'
import { handBack } from '#app/trade/onchain/workflows/wallets/hand-back.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { pollDeposits } from '#tests/support/onchain/holds.ts'
import { approveTrade } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { aDepositedTrade, anAgreedTrade, type OnchainTrade, signedBy } from '#tests/support/onchain/onchain-trades.ts'
import { actOnStellar } from '#tests/support/onchain/stellar-acts.ts'
import {
  depositAsStranger,
  depositsOf,
  depositWrongly,
  followReturn,
  signedReturn,
} from '#tests/support/onchain/wrong-locks.ts'
import { granted } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const settlements = watchSettlements(() => world)
const returnsOf = ({ id }: OnchainTrade) =>
  world.deps.db.holdReturn.findMany({ where: { escrowId: id }, orderBy: { offeredAt: 'asc' } })
const ask = (trade: OnchainTrade, lockId: string, userId = trade.buyerId) =>
  offerReturn(world.deps, { escrowId: trade.id, userId, lockId })
const take = async (trade: OnchainTrade) =>
  granted(await takeReturn(world.deps, { escrowId: trade.id, xdr: await signedReturn(world, trade.id) }))
const endOf = async (lockId: string) =>
  (await world.deps.db.holdLock.findUniqueOrThrow({ where: { id: lockId }, select: { end: true } })).end
const shown = ({ id: escrowId }: OnchainTrade) =>
  showOnchainEscrow(world.deps.db, { escrowId, now: world.deps.clock.now() })
const lettersOf = ({ id: escrowId }: OnchainTrade) => world.deps.db.outboxLetter.count({ where: { escrowId } })

describe.each(['XLM', 'USDC'] as const)('an escrow in %s', (asset) => {
  test('gives back another amount while its funding goes on, and what counts is locked after it', async () => {
    const trade = await anAgreedTrade(world, { asset })
    const lockId = await depositWrongly(world, trade.id)
    const letters = await lettersOf(trade)
    expect((await shown(trade))?.others).toMatchObject([{ id: lockId, early: 'open' }])
    granted(await ask(trade, lockId))
    await take(trade)
    expect((await shown(trade))?.others).toMatchObject([{ early: 'signed' }])
    await followReturn(world, trade.id)
    expect(await endOf(lockId)).toBe('refunded')
    expect(await returnsOf(trade)).toMatchObject([{ end: 'taken' }])
    const kinds = ['return_offered', 'return_signed', 'return_sent', 'return_ended', 'hold_lock_ended']
    expect(await settlements.eventsOf(trade, kinds)).toEqual(kinds.toSorted())
    expect((await shown(trade))?.others).toMatchObject([{ early: null, end: { as: 'refunded' } }])
    expect(await lettersOf(trade)).toBe(letters)
    await depositWrongly(world, trade.id, {})
    expect((await shown(trade))?.lock).toMatchObject({ differences: [], end: null })
  })
})

test('a second lock beside the one that counts goes back, and the release is paid as ever', async () => {
  const trade = await aDepositedTrade(world)
  const lockId = await depositWrongly(world, trade.id, {})
  granted(await ask(trade, lockId))
  await take(trade)
  await followReturn(world, trade.id)
  expect(await endOf(lockId)).toBe('refunded')
  await approveTrade(world, trade)
  await settlements.sign(trade, 'seller')
  await settlements.followUntilOver(trade)
  expect(await settlements.stageOf(trade)).toBe('released')
})

test('what is found after the escrow was called off does not count, and goes back', async () => {
  const trade = await anAgreedTrade(world)
  granted(await cancelEscrow(world.deps, { escrowId: trade.id, buyerId: trade.buyerId, wallet: null }))
  const lockId = await depositWrongly(world, trade.id, {})
  expect(await shown(trade)).toMatchObject({ lock: null, isLockWaiting: false, others: [{ early: 'open' }] })
  granted(await ask(trade, lockId))
  await take(trade)
  await followReturn(world, trade.id)
  expect(await endOf(lockId)).toBe('refunded')
})

describe('it is refused', () => {
  test('to the seller, of the lock that counts, of another escrow’s, and of nothing', async () => {
    const trade = await aDepositedTrade(world)
    const [counting] = await depositsOf(world, trade.id)
    expect(await ask(trade, counting?.id ?? '', trade.sellerId)).toEqual({ refused: 'escrow_not_found' })
    expect(await ask(trade, counting?.id ?? '')).toEqual({ refused: 'return_not_open' })
    const other = await anAgreedTrade(world)
    const lockId = await depositWrongly(world, other.id)
    expect(await ask(trade, lockId)).toEqual({ refused: 'return_not_open' })
    expect(await ask(trade, 'nothing')).toEqual({ refused: 'return_not_open' })
  })

  test('beside a settlement, until it has ended', async () => {
    const trade = await aDepositedTrade(world)
    const lockId = await depositWrongly(world, trade.id)
    granted(await ask(trade, lockId))
    const xdr = await signedReturn(world, trade.id)
    await approveTrade(world, trade)
    expect((await shown(trade))?.others).toMatchObject([{ early: 'settling' }])
    expect(await ask(trade, lockId)).toEqual({ refused: 'return_settling' })
    expect(await takeReturn(world.deps, { escrowId: trade.id, xdr })).toEqual({ refused: 'return_settling' })
    await settlements.sign(trade, 'seller')
    await settlements.followUntilOver(trade)
    granted(await ask(trade, lockId))
    await take(trade)
    await followReturn(world, trade.id)
    expect(await endOf(lockId)).toBe('refunded')
  })

  test('the sixth time in a day, whichever lock it is', async () => {
    const trade = await anAgreedTrade(world)
    const [first, second] = [await depositWrongly(world, trade.id), await depositWrongly(world, trade.id)]
    const asked: unknown[] = []
    for (const lockId of [first, second, first, second, first, second]) asked.push(await ask(trade, lockId))
    expect(asked.slice(0, 5)).toEqual([null, null, null, null, null])
    expect(asked[5]).toMatchObject({ refused: 'return_limit', values: { most: '5' } })
    // The open one is shown again, and can be signed.
    granted(await ask(trade, first))
    expect(await returnsOf(trade)).toHaveLength(5)
    await take(trade)
    await followReturn(world, trade.id)
    expect(await endOf(first)).toBe('refunded')
  })

  test('by the database, of what counts, of what may come to count, and of somebody else’s', async () => {
    const { db, newId, clock } = world.deps
    const store = (trade: OnchainTrade, lockId: string, changes: object = {}) => {
      const [id, at] = [newId(), clock.now()]
      const about = { id, escrowId: trade.id, lockId, askedById: trade.buyerId, hash: id, xdr: 'x', sequence: '1' }
      const times = { offeredAt: at, lookAt: at, validUntil: new Date(at.getTime() + 3_600_000) }
      return db.holdReturn.create({ data: { ...about, ...times, asset: 'XLM', amount: '1', ...changes } })
    }
    const locked = await aDepositedTrade(world)
    const [counting] = await depositsOf(world, locked.id)
    await expect(store(locked, counting?.id ?? '')).rejects.toThrow(/what counts goes by settlements alone/)
    const trade = await anAgreedTrade(world)
    const lockId = await depositWrongly(world, trade.id)
    await expect(store(trade, lockId, { askedById: trade.sellerId })).rejects.toThrow(/only its buyer/)
    const late = new Date(clock.now().getTime() + 86_400_000)
    await expect(store(trade, lockId, { validUntil: late })).rejects.toThrow(/so near to the date/)
    await db.holdLock.update({ where: { id: lockId }, data: { differences: [] } })
    await expect(store(trade, lockId)).rejects.toThrow(/may come to count/)
    await db.holdLock.update({ where: { id: lockId }, data: { differences: ['amount', 'payer'] } })
    await expect(store(trade, lockId)).rejects.toThrow(/is nothing that goes back/)
    await db.holdLock.update({ where: { id: lockId }, data: { differences: ['amount'] } })
    const { id } = await store(trade, lockId)
    await expect(db.holdReturn.delete({ where: { id } })).rejects.toThrow(/never deleted/)
    await expect(db.holdReturn.update({ where: { id }, data: { amount: '2' } })).rejects.toThrow(/stays what it is/)
    await expect(db.holdReturn.update({ where: { id }, data: { end: 'taken', endedAt: clock.now() } })).rejects.toThrow(
      /does not say/,
    )
  })
})

describe('what strangers make for the account', () => {
  test('is kept, and neither shown, told, followed nor given back', async () => {
    const trade = await anAgreedTrade(world)
    const letters = await lettersOf(trade)
    await depositAsStranger(world, trade.id)
    await pollDeposits(world)
    const [strangers] = await depositsOf(world, trade.id)
    expect(strangers?.differences).toContain('payer')
    expect((await shown(trade))?.others).toEqual([])
    expect(await settlements.eventsOf(trade, ['hold_lock_found'])).toEqual([])
    expect(await lettersOf(trade)).toBe(letters)
    await settlements.follow(trade)
    expect((await depositsOf(world, trade.id))[0]?.lookedAt).toBeNull()
    expect(await ask(trade, strangers?.id ?? '')).toEqual({ refused: 'return_not_open' })
    const own = await depositWrongly(world, trade.id)
    expect((await shown(trade))?.others).toMatchObject([{ id: own }])
    expect(await settlements.eventsOf(trade, ['hold_lock_found'])).toEqual(['hold_lock_found'])
  })
})

describe('what comes between', () => {
  const prepared = async () => {
    const trade = await anAgreedTrade(world)
    const lockId = await depositWrongly(world, trade.id)
    granted(await ask(trade, lockId))
    return { trade, lockId }
  }
  const silent = (name: 'send' | 'readReturnable') => {
    const stellar = {
      ...world.deps.held.stellar,
      [name]: () => Promise.reject(new LedgerUnavailable('stellar', 'cut')),
    }
    return { ...world.deps, held: { ...world.deps.held, stellar } }
  }

  test('a crash before signing, and one before sending: the next round goes on, and once', async () => {
    const { trade, lockId } = await prepared()
    const escrowId = trade.id
    expect(await sendReturn(world.deps, { escrowId })).toBeNull()
    await take(trade)
    expect(await sendReturn(silent('readReturnable'), { escrowId })).toBeInstanceOf(Date)
    expect(await returnsOf(trade)).toMatchObject([{ sentAt: null }])
    expect(await sendReturn(silent('send'), { escrowId })).toBeInstanceOf(Date)
    const [stored] = await returnsOf(trade)
    expect(stored?.sentAt).not.toBeNull()
    expect(await endOf(lockId)).toBeNull()
    // As if its job was lost: the sweep finds it.
    const now = new Date(world.deps.clock.now().getTime() + 60_000)
    expect(await takeDueReturns(world.deps.db, { now, again: now, take: 100 })).toContain(escrowId)
    await followReturn(world, escrowId)
    expect(await endOf(lockId)).toBe('refunded')
    expect(await returnsOf(trade)).toMatchObject([{ end: 'taken', blob: stored?.blob }])
    expect(await settlements.eventsOf(trade, ['return_sent', 'hold_lock_ended'])).toEqual([
      'hold_lock_ended',
      'return_sent',
    ])
  })

  test('two workers at once sign it once', async () => {
    const { trade, lockId } = await prepared()
    await take(trade)
    await Promise.all([1, 2, 3].map(() => sendReturn(world.deps, { escrowId: trade.id })))
    await followReturn(world, trade.id)
    expect(await endOf(lockId)).toBe('refunded')
    expect(await settlements.eventsOf(trade, ['return_sent', 'return_ended'])).toEqual(['return_ended', 'return_sent'])
  })

  test('a wallet that used its number for something else: it is over, and another one is written', async () => {
    const { trade, lockId } = await prepared()
    await take(trade)
    await actOnStellar(world, 'buyer', [Operation.setOptions({})])
    await followReturn(world, trade.id)
    expect(await returnsOf(trade)).toMatchObject([{ end: 'expired', sentAt: null }])
    expect(await endOf(lockId)).toBeNull()
    granted(await ask(trade, lockId))
    await take(trade)
    await followReturn(world, trade.id)
    expect(await endOf(lockId)).toBe('refunded')
  })

  test('another request: the same one is shown, unless the number was used; what is signed stands', async () => {
    const { trade, lockId } = await prepared()
    const [first] = await returnsOf(trade)
    granted(await ask(trade, lockId))
    expect(await returnsOf(trade)).toHaveLength(1)
    await actOnStellar(world, 'buyer', [Operation.setOptions({})])
    granted(await ask(trade, lockId))
    expect(await returnsOf(trade)).toMatchObject([{ id: first?.id, end: 'withdrawn' }, { end: null }])
    // The former one is a transaction of ours, and nobody waits for it any more.
    const former = signedBy(world, 'buyer', { xdr: first?.xdr ?? '', hash: first?.hash ?? '' })
    expect(await handBack(world.deps, { escrowId: trade.id, xdr: former })).toEqual({ refused: 'exit_not_open' })
    const open = await findReturnToSign(world.deps, trade.id)
    const foreign = signedBy(world, 'friend', open ?? { xdr: '', hash: '' })
    expect(await handBack(world.deps, { escrowId: trade.id, xdr: foreign })).toMatchObject({
      refused: 'signature_foreign',
    })
    const xdr = await signedReturn(world, trade.id)
    expect(await handBack(world.deps, { escrowId: trade.id, xdr })).toBe('sign_exit')
    expect(await handBack(world.deps, { escrowId: trade.id, xdr })).toBe('sign_exit')
    expect(await ask(trade, lockId)).toEqual({ refused: 'return_under_way' })
    await followReturn(world, trade.id)
    expect(await endOf(lockId)).toBe('refunded')
  })

  test('a settlement that is described after the signature: the arbiter waits with this one', async () => {
    const trade = await aDepositedTrade(world)
    const lockId = await depositWrongly(world, trade.id, { amount: new Decimal(3) })
    granted(await ask(trade, lockId))
    await take(trade)
    await approveTrade(world, trade)
    await sendReturn(world.deps, { escrowId: trade.id })
    expect(await returnsOf(trade)).toMatchObject([{ sentAt: null, endedAt: null }])
    await settlements.sign(trade, 'seller')
    await settlements.followUntilOver(trade)
    await followReturn(world, trade.id)
    expect(await endOf(lockId)).toBe('refunded')
  })
})
