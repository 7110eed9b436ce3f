/** From its date on a deposit is the buyer's: claimed on Stellar, returned by the worker on the XRP Ledger. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { claimBack } from '#app/trade/onchain/workflows/claim-back.server.ts'
import { decideTrade } from '#tests/support/onchain/onchain-acts.ts'
import { accountOf, watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import {
  aDepositedTrade,
  confirmTrade,
  inSeconds,
  type OnchainTrade,
  sendXrp,
  signedBy,
  until,
} from '#tests/support/onchain/onchain-trades.ts'
import { granted, walletOf } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const { follow, stageOf, exitsOf, attemptsOf, lockOf, eventsOf, followUntilOver, sign } = watchSettlements(() => world)

/** An hour before its date. */
const aTrade = (asset: Asset) => aDepositedTrade(world, { asset, deadline: inSeconds(world, 3_600) })
async function aRelease(asset: Asset): Promise<OnchainTrade> {
  const trade = await aTrade(asset)
  await decideTrade(world, trade, 'release')
  return trade
}

async function pass(seconds: number): Promise<void> {
  const { harbour, deps } = world
  harbour.time.forward(seconds * 1_000)
  const ahead = harbour.time.aheadMs()
  await until(async () => deps.clock.now().getTime() >= Date.now() + ahead - 1_000, 'the clock follows')
}

const asBuyer = ({ id: escrowId, buyerId: userId }: OnchainTrade) => ({ escrowId, userId })

describe('on Stellar', () => {
  test('a buyer who goes alone is believed from the ledger, and a release that was begun is dead', async () => {
    const trade = await aRelease('XLM')
    await follow(trade)
    await pass(3_600)
    const { held } = world.deps
    const { terms, balanceId } = await accountOf(world, trade)
    const claim = await held.stellar.writeExpiry(terms, { balanceId, closing: null, isWrapped: false })
    if (!claim) throw new Error('the buyer has no account')
    await held.stellar.send(signedBy(world, 'buyer', claim))
    await until(async () => (await held.stellar.findClaim(balanceId)) !== null, 'it is claimed')
    await followUntilOver(trade)
    expect(await lockOf(trade)).toMatchObject({ end: 'expired' })
    expect(await exitsOf(trade)).toMatchObject([{ purpose: 'release', state: 'dead', deadReason: 'superseded' }])
    expect(await stageOf(trade)).toBe('refunded')
    expect(await eventsOf(trade, ['funds_released', 'funds_refunded'])).toEqual(['funds_refunded'])
  })

  test('a release that came too late is dead, and the buyer claims alone', async () => {
    const trade = await aRelease('XLM')
    await sign(trade)
    const stranger = (await aUser(world.deps.db, { role: 'buyer' })).id
    expect(await claimBack(world.deps, asBuyer(trade))).toEqual({ refused: 'exit_not_open' })
    await pass(3_600)
    await follow(trade)
    expect(await exitsOf(trade)).toMatchObject([{ state: 'dead', deadReason: 'too_late' }])
    expect(await attemptsOf(trade)).toEqual([])
    for (const userId of [stranger, trade.sellerId]) {
      expect(await claimBack(world.deps, { escrowId: trade.id, userId })).toEqual({ refused: 'escrow_not_found' })
    }
    granted(await claimBack(world.deps, asBuyer(trade)))
    granted(await claimBack(world.deps, asBuyer(trade)))
    expect(await stageOf(trade)).toBe('refunding')
    await sign(trade, 'buyer')
    await followUntilOver(trade)
    const lock = await lockOf(trade)
    expect(await exitsOf(trade)).toMatchObject([
      { state: 'dead' },
      { purpose: 'expiry', state: 'confirmed', settledHash: lock.endHash },
    ])
    expect(await stageOf(trade)).toBe('refunded')
    expect(
      await world.deps.db.holdSignature.count({ where: { exit: { escrowId: trade.id, purpose: 'expiry' } } }),
    ).toBe(1)
  })

  test('a claim whose wallet has done something else meanwhile is written anew', async () => {
    const [trade, other] = [await aTrade('XLM'), await aTrade('XLM')]
    await pass(3_600)
    granted(await claimBack(world.deps, asBuyer(trade)))
    granted(await claimBack(world.deps, asBuyer(other)))
    await sign(trade)
    await sign(other)
    await followUntilOver(trade)
    await follow(other)
    expect(await exitsOf(other)).toMatchObject([{ state: 'dead', deadReason: 'sequence_used' }])
    granted(await claimBack(world.deps, asBuyer(other)))
    await sign(other)
    await followUntilOver(other)
    expect(await stageOf(other)).toBe('refunded')
  })
})

describe('on the XRP Ledger', () => {
  test('the worker gives it back, although nobody asked', async () => {
    const trade = await aTrade('XRP')
    await confirmTrade(world, trade)
    expect(await follow(trade)).toBeNull()
    await pass(3_602)
    await followUntilOver(trade)
    expect(await exitsOf(trade)).toMatchObject([{ purpose: 'expiry', state: 'confirmed' }])
    expect(await attemptsOf(trade)).toMatchObject([{ purpose: 'cancel', state: 'settled' }])
    expect(await stageOf(trade)).toBe('refunded')
  })

  test('a release that came too late shows no secret, and is followed by the return', async () => {
    const trade = await aRelease('XRP')
    await pass(3_200)
    expect(await follow(trade)).toBeInstanceOf(Date)
    expect(await exitsOf(trade)).toMatchObject([{ purpose: 'release', state: 'dead', deadReason: 'too_late' }])
    expect(await attemptsOf(trade)).toEqual([])
    expect(await follow(trade)).toBeNull()
    await pass(402)
    await followUntilOver(trade)
    expect(await exitsOf(trade)).toMatchObject([{ state: 'dead' }, { purpose: 'expiry', state: 'confirmed' }])
  })

  test('whoever gives it back, it is believed', async () => {
    const trade = await aTrade('XRP')
    await pass(3_602)
    const { owner, sequence } = await lockOf(trade)
    await sendXrp(world, { TransactionType: 'EscrowCancel', Owner: owner, OfferSequence: Number(sequence) })
    const key = { owner: walletOf('XRP', 'buyer'), sequence: Number(sequence) }
    await until(async () => (await world.deps.held.xrpl.findEnd(key)) !== null, 'it is cancelled')
    await follow(trade)
    expect(await lockOf(trade)).toMatchObject({ end: 'expired' })
    expect(await exitsOf(trade)).toEqual([])
    expect(await stageOf(trade)).toBe('refunded')
  })
})
