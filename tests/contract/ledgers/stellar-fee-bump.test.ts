/** A stored envelope is sent in a fee bump of ours when the network asks for more than the envelope bids. */
import { Asset, Operation } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, decided, orderFor, signOrder } from './ledger-world.ts'
import { forger, openStellarWorld, type StellarWorld, send, write } from './stellar-world.ts'

describe('a fee bump', () => {
  let world: StellarWorld
  beforeAll(async () => {
    world = await openStellarWorld()
  })
  afterAll(() => world.close())

  it('sends a payout again at a higher fee when the network asks for more, and pays it once', async () => {
    const order = orderFor(world, { amount: '1' })
    const before = await balanceOf(world, order.address)
    const { signed: calm } = await signOrder(world, world.treasury, order)
    await world.hastyTreasury.submit(calm, { isUrgent: true })
    expect(await decided(world.treasury, calm)).toMatchObject({ kind: 'settled', hash: calm.hash })

    const { signed } = await signOrder(world, world.treasury, order)
    const operations = [Operation.payment({ destination: world.platform, asset: Asset.native(), amount: '1' })]
    await send(world, await write(world, { key: forger!, operations, fee: '3000000' }))
    await world.hastyTreasury.findLanes({ wanted: 0, findTaken: async () => new Set() })
    expect((await world.hastyTreasury.submit(signed, { isUrgent: true })).note).toBe('PENDING')
    const outcome = await decided(world.treasury, signed)
    if (outcome.kind !== 'settled') throw new Error(`the payout is ${outcome.kind}`)
    expect(outcome.hash).not.toBe(signed.hash)
    expect(outcome.feePaid.gt(0)).toBe(true)
    expect((await world.treasury.newestOutcomes([signed])).get(signed.hash)).toEqual(outcome)
    await world.treasury.submit(signed)
    await world.passLedgers(3)
    expect((await balanceOf(world, order.address)).minus(before).toFixed()).toBe('2')
  })
})
