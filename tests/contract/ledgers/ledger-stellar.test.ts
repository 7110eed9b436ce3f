/** The Stellar adapter meets the common contract on the harbour's Horizon; and what only Stellar has. */
import {
  Account,
  Keypair,
  Memo,
  MuxedAccount,
  Operation,
  Asset as StellarAsset,
  TransactionBuilder,
} from '@stellar/stellar-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { Payee } from '#app/ledgers/ledger.ts'
import { describeLedgerContract } from './ledger-contract.ts'
import { decided, orderFor, readAll, signOrder } from './ledger-world.ts'
import {
  bare,
  closing,
  customer,
  demanding,
  fee,
  forger,
  frozen,
  full,
  issuer,
  openStellarWorld,
  PASSPHRASE,
  payee,
  type StellarWorld,
  send,
  USDC,
  write,
} from './stellar-world.ts'

describeLedgerContract('Stellar', openStellarWorld)

describe('Stellar alone', () => {
  let world: StellarWorld
  beforeAll(async () => {
    world = await openStellarWorld()
  })
  afterEach(() => world.faults.clear())
  afterAll(() => world.close())

  const platform = fee!.publicKey()
  const sign = (order: Parameters<typeof signOrder>[2]) => signOrder(world, world.treasury, order)

  const toPlatform = (amount: string, asset = StellarAsset.native(), destination = platform) =>
    Operation.payment({ destination, asset, amount })

  async function paymentsOf(hash: string, to = platform) {
    const found = await world.ledger.findTransaction(hash, { account: to })
    return found?.payments.map(({ asset, amount, memo, needsReview }) => ({
      asset,
      amount: amount.toFixed(),
      memo,
      needsReview,
    }))
  }

  it('reads the reference from a MEMO_ID, from a MEMO_TEXT and from a muxed payee alike', async () => {
    const muxed = new MuxedAccount(new Account(platform, '0'), '9007199254740993').accountId()
    const expected = (memo: string) => [{ asset: 'XLM', amount: '3', memo, needsReview: false }]
    const byId = await send(
      world,
      await write(world, { key: customer!, operations: [toPlatform('3')], memo: Memo.id('18446744073709551615') }),
    )
    expect(await paymentsOf(byId)).toEqual(expected('18446744073709551615'))
    const byText = await send(
      world,
      await write(world, { key: customer!, operations: [toPlatform('3')], memo: Memo.text('12345') }),
    )
    expect(await paymentsOf(byText)).toEqual(expected('12345'))
    const byMuxed = await send(
      world,
      await write(world, { key: customer!, operations: [toPlatform('3', StellarAsset.native(), muxed)] }),
    )
    expect(await paymentsOf(byMuxed)).toEqual(expected('9007199254740993'))
    expect((await world.ledger.findTransaction(byMuxed, { account: platform }))?.memo).toBe('9007199254740993')
  })

  it('tells the payments of one transaction apart and leaves out those to others', async () => {
    const start = await readAll(world, platform)
    const others = Array.from({ length: 11 }, () => toPlatform('1', StellarAsset.native(), payee!.publicKey()))
    const hash = await send(
      world,
      await write(world, {
        key: customer!,
        operations: [...others, toPlatform('2'), toPlatform('3')],
        memo: Memo.id('5'),
      }),
    )
    expect((await paymentsOf(hash))?.map(({ amount }) => amount)).toEqual(['2', '3'])
    const { payments } = await readAll(world, platform, { after: start, limit: 1 })
    expect(payments.map(({ amount }) => amount.toFixed())).toEqual(['2', '3'])
    expect(new Set(payments.map(({ operation }) => operation)).size).toBe(2)
  })

  it('knows a fee bump under both hashes, and its payment once, under the outer one', async () => {
    const start = await readAll(world, platform)
    const inner = await write(world, { key: customer!, operations: [toPlatform('4')], memo: Memo.id('6') })
    const outer = TransactionBuilder.buildFeeBumpTransaction(forger!, '5000', inner, PASSPHRASE)
    outer.sign(forger!)
    const outerHash = await send(world, outer)
    const innerHash = Buffer.from(inner.hash()).toString('hex')
    for (const hash of [innerHash, outerHash]) {
      const found = await world.ledger.findTransaction(hash, { account: platform })
      expect(found).toMatchObject({ hash, outerHash, successful: true, memo: '6' })
      expect(found?.payments.map((payment) => payment.hash)).toEqual([outerHash])
    }
    const { payments } = await readAll(world, platform, { after: start })
    expect(payments.map((payment) => payment.hash)).toEqual([outerHash])
  })

  it('takes USDC of our issuer for USDC and a forgery for a foreign asset', async () => {
    const forged = new StellarAsset('USDC', forger!.publicKey())
    const real = new StellarAsset('USDC', issuer!.publicKey())
    await send(world, await write(world, { key: fee!, operations: [Operation.changeTrust({ asset: forged })] }))
    const start = await readAll(world, platform)
    await send(
      world,
      await write(world, { key: forger!, operations: [toPlatform('1000', forged)], memo: Memo.id('7') }),
    )
    await send(world, await write(world, { key: customer!, operations: [toPlatform('1.5', real)], memo: Memo.id('7') }))
    const { payments } = await readAll(world, platform, { after: start })
    expect(payments.map(({ asset, assetLabel, amount }) => [asset, assetLabel, amount.toFixed()])).toEqual([
      [null, `USDC:${forger!.publicKey()}`, '1000'],
      ['USDC', USDC, '1.5'],
    ])
    await expect(world.ledger.balance(platform, 'USDC')).resolves.toEqual(new Decimal('1.5'))
    await expect(world.ledger.spendable(platform, 'USDC')).resolves.toEqual(new Decimal('1.5'))
  })

  it('reads what an account_merge and a create_account brought', async () => {
    const start = await readAll(world, platform)
    const merged = await send(
      world,
      await write(world, {
        key: closing!,
        operations: [Operation.accountMerge({ destination: platform })],
        memo: Memo.id('8'),
      }),
    )
    expect(await paymentsOf(merged)).toEqual([{ asset: 'XLM', amount: '999.99999', memo: '8', needsReview: false }])
    expect((await readAll(world, platform, { after: start })).payments).toHaveLength(1)
    const born = Keypair.random().publicKey()
    const created = await send(
      world,
      await write(world, {
        key: customer!,
        operations: [Operation.createAccount({ destination: born, startingBalance: '2.5' })],
        memo: Memo.id('9'),
      }),
    )
    expect(await paymentsOf(created, born)).toEqual([{ asset: 'XLM', amount: '2.5', memo: '9', needsReview: false }])
  })

  it('names what stands in the way of a payee', async () => {
    const obstacle = (key: Keypair, about: Partial<Payee> = {}) =>
      world.ledger.obstacleTo({
        asset: 'USDC',
        address: key.publicKey(),
        memo: null,
        amount: new Decimal('10'),
        ...about,
      })
    expect(await obstacle(payee!)).toBeNull()
    expect(await obstacle(bare!)).toBe('trustline_missing')
    expect(await obstacle(frozen!)).toBe('not_authorized')
    expect(await obstacle(full!)).toBeNull()
    expect(await obstacle(full!, { amount: new Decimal('10.0000001') })).toBe('trustline_full')
    expect(await obstacle(demanding!, { asset: 'XLM' })).toBe('memo_required')
    expect(await obstacle(demanding!, { asset: 'XLM', memo: '1' })).toBeNull()
    const unborn = Keypair.random()
    expect(await obstacle(unborn)).toBe('account_missing')
    expect(await obstacle(unborn, { asset: 'XLM', amount: new Decimal('0.9999999') })).toBe('below_reserve')
    expect(await obstacle(unborn, { asset: 'XLM', amount: new Decimal('1') })).toBeNull()
  })

  it('pays USDC, and XLM to an account that it thereby creates', async () => {
    const usdc = orderFor(world, { asset: 'USDC', amount: '0.0000001', memo: 'thanks' })
    const born = Keypair.random().publicKey()
    const xlm = orderFor(world, { address: born, amount: '1.0000001' })
    for (const order of [usdc, xlm]) {
      const { signed } = await sign(order)
      await world.treasury.submit(signed)
      expect(await decided(world.treasury, signed)).toMatchObject({ kind: 'settled', hash: signed.hash })
      const found = await world.ledger.findTransaction(signed.hash, { account: order.address })
      expect(found?.payments).toEqual([expect.objectContaining({ asset: order.asset, memo: order.memo })])
      expect(found?.payments[0]?.amount).toEqual(order.amount)
    }
  })

  it('reports why a payout failed in the ledger’s own words', async () => {
    const { signed } = await sign(orderFor(world, { asset: 'USDC', address: bare!.publicKey(), amount: '1' }))
    await world.treasury.submit(signed)
    expect(await decided(world.treasury, signed)).toMatchObject({ kind: 'failed', code: 'op_no_trust' })
  })

  it('knows at once that a payout can never be included when another one took its sequence number', async () => {
    const { signed: loser } = await sign(orderFor(world, { amount: '1' }))
    const { signed: winner } = await sign(orderFor(world, { amount: '2' }))
    expect(loser.sequence).toBe(winner.sequence)
    await world.treasury.submit(winner)
    expect(await decided(world.treasury, winner)).toMatchObject({ kind: 'settled' })
    expect(await world.treasury.outcomeOf(loser)).toEqual({ kind: 'expired' })
    expect((await world.treasury.submit(loser)).note).toMatch(/tx_bad_seq/)
  })

  it('counts a payout that somebody else bumped as settled, without a fee of ours', async () => {
    const { signed } = await sign(orderFor(world, { amount: '1' }))
    const inner = TransactionBuilder.fromXdr(signed.blob, PASSPHRASE) as ReturnType<TransactionBuilder['build']>
    const outer = TransactionBuilder.buildFeeBumpTransaction(forger!, '200000', inner, PASSPHRASE)
    outer.sign(forger!)
    const outerHash = await send(world, outer)
    const outcome = await decided(world.treasury, signed)
    expect(outcome).toMatchObject({ kind: 'settled', hash: outerHash })
    expect(outcome.kind === 'settled' && outcome.feePaid.toFixed()).toBe('0')
  })
})
