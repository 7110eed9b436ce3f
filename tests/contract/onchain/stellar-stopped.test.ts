/** Dust, merges and closed trust lines of anybody do not block an on-chain escrow on Stellar (decision 118). */
import { Asset, Operation } from '@stellar/stellar-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { settle } from './onchain-ground.ts'
import {
  arbiter,
  bank,
  buyer,
  DATE,
  openStellarGround,
  type StellarGround,
  seller,
  signatureOf,
  stranger,
} from './stellar-ground.ts'

const usdc = new Asset('USDC', bank.publicKey())

let ground: StellarGround
afterEach(() => ground.close())

describe('whoever wants a way out to fail', () => {
  const dust = (asset: Asset, amount = '0.0000001') =>
    ground.send(bank, [Operation.payment({ destination: ground.account, asset, amount })])

  it.each(['before', 'after'] as const)('does not by dust that comes %s it is described', async (moment) => {
    ground = await openStellarGround('USDC')
    await ground.lock()
    if (moment === 'before') expect(await dust(usdc)).toBeNull()
    const release = await ground.signExit(await ground.exit('release'), [seller, arbiter])
    if (moment === 'after') expect(await dust(usdc)).toBeNull()
    expect(await settle(ground, release)).toMatchObject({ kind: 'settled' })
    expect((await ground.balances()).seller).toBe(ground.units)
    expect(await ground.held.readForClosing(ground.account)).toMatchObject({ isEmpty: false })
  })

  it('does not as a stranger after the date either: the buyer’s claim touches nothing else', async () => {
    ground = await openStellarGround('USDC')
    await ground.lock()
    expect(await dust(usdc)).toBeNull()
    ground.at(DATE)
    const of = { balanceId: ground.balanceId(), closing: null, isWrapped: true }
    const expiry = await ground.held.writeExpiry(ground.terms, of)
    if (expiry === null) throw new Error('the buyer has no account')
    const signed = ground.held.withSignatures(expiry.xdr, [signatureOf(buyer, expiry)])
    expect(await settle(ground, await ground.keeper.wrap(signed))).toMatchObject({ kind: 'settled' })
  })

  it('does not as a buyer who hands on the reserve of the balance and deletes the own wallet', async () => {
    ground = await openStellarGround('XLM')
    await ground.lock()
    const all = await ground.balanceOf(buyer.publicKey(), 'USDC')
    const away = Operation.payment({ destination: bank.publicKey(), asset: usdc, amount: all.toFixed() })
    expect(await ground.send(buyer, [away, Operation.changeTrust({ asset: usdc, limit: '0' })])).toBeNull()
    const gone = Operation.accountMerge({ destination: stranger.publicKey() })
    expect(await ground.send(buyer, [gone])).toBe('op_is_sponsor')
    const handOn = [
      Operation.beginSponsoringFutureReserves({ sponsoredId: buyer.publicKey(), source: stranger.publicKey() }),
      Operation.revokeClaimableBalanceSponsorship({ balanceId: ground.balanceId() }),
      Operation.endSponsoringFutureReserves({}),
    ]
    expect(await ground.send(buyer, handOn, [buyer, stranger])).toBeNull()
    expect(await ground.send(buyer, [gone])).toBeNull()
    const exit = await ground.exit('release')
    expect(await ground.held.obstaclesTo(ground.terms, exit)).toEqual({ buyer: null, seller: null })
    expect(await settle(ground, await ground.signExit(exit, [seller, arbiter]))).toMatchObject({ kind: 'settled' })
  })

  it('does not as the payee of the small share who shuts the own line', async () => {
    ground = await openStellarGround('USDC')
    await ground.lock()
    const exit = await ground.exit({ toSeller: new Decimal(49) })
    const all = (await ground.balanceOf(buyer.publicKey(), 'USDC')).toFixed()
    expect(await ground.send(buyer, [Operation.changeTrust({ asset: usdc, limit: all })])).toBeNull()
    expect(await settle(ground, await ground.signExit(exit, [seller, arbiter]))).toMatchObject({ kind: 'settled' })
    const [ofSeller] = ground.held.balancesOf(exit)
    expect(await ground.send(seller, [Operation.claimClaimableBalance({ balanceId: ofSeller ?? '' })])).toBeNull()
    expect((await ground.balances()).seller).toBe(490_000_000n)
  })
})

describe('what was described before settlements paid alone', () => {
  it('closes the account as it says', async () => {
    ground = await openStellarGround('USDC')
    await ground.lock()
    const exit = await ground.exit('release', { closesInto: buyer.publicKey() })
    expect(await settle(ground, await ground.signExit(exit, [buyer, arbiter]))).toMatchObject({ kind: 'settled' })
    expect(await ground.held.readForClosing(ground.account)).toBeNull()
  })
})
