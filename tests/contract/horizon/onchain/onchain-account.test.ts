/** A two-signature account from its opening to its end, in XLM and in USDC. */
import { type Asset, type FeeBumpTransaction, Keypair, Operation } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, bank, get, hashOf, usdc } from '../horizon-town.ts'
import {
  account,
  arbiter,
  bumped,
  buyer,
  claim,
  DATE,
  deposit,
  failure,
  type OnchainTown,
  onchain,
  onchainTransaction,
  open,
  openOnchainTown,
  outcome,
  payingOut,
  platform,
  records,
  seller,
  succeed,
  written,
  xlm,
} from './onchain-world.ts'

const kinds: [name: string, asset: Asset, entries: number][] = [
  ['XLM', xlm, 3],
  ['USDC', usdc, 4],
]

let town: OnchainTown

beforeEach(async () => {
  town = await openOnchainTown()
})

afterEach(() => town.close())

const balances = async (asset: Asset) => ({
  buyer: await balanceOf(town, buyer, asset),
  seller: await balanceOf(town, seller, asset),
  platform: await balanceOf(town, platform, asset),
})

describe.each(kinds)('money in %s', (_name, asset, entries) => {
  const start = asset.isNative()
    ? { buyer: '1000.0000000', seller: '100.0000000' }
    : { buyer: '500.0000000', seller: '0.0000000' }

  it('is held by an account whose reserves the platform keeps', async () => {
    const opened = await open(town, asset)
    const sponsor = platform.publicKey()
    const signer = (who: Keypair) => ({ weight: 1, key: who.publicKey(), type: 'ed25519_public_key', sponsor })
    const byKey = (left: { key: string }, right: { key: string }) => (left.key < right.key ? -1 : 1)
    const line = { asset_type: 'credit_alphanum4', asset_code: 'USDC', asset_issuer: bank.publicKey(), sponsor }
    const native = { asset_type: 'native', balance: '0.0000000' }
    const shown = await account(town, onchain)
    expect(shown).toMatchObject({
      subentry_count: entries,
      num_sponsored: entries + 2,
      num_sponsoring: 0,
      sponsor,
      thresholds: { low_threshold: 2, med_threshold: 2, high_threshold: 2 },
      balances: asset.isNative() ? [native] : [line, native],
    })
    expect(shown?.signers).toEqual([
      ...[buyer, seller, arbiter].map(signer).sort(byKey),
      { weight: 0, key: onchain.publicKey(), type: 'ed25519_public_key' },
    ])
    expect(await account(town, platform)).toMatchObject({ num_sponsoring: entries + 2, num_sponsored: 0 })
    const [begun, created, ...others] = await records(town, `/transactions/${hashOf(opened)}/operations`)
    expect(begun).toMatchObject({ type: 'begin_sponsoring_future_reserves', sponsored_id: onchain.publicKey() })
    expect(created).toMatchObject({ type: 'create_account', starting_balance: '0.0000000', sponsor })
    expect(others.at(-1)).toMatchObject({ type: 'end_sponsoring_future_reserves', begin_sponsor: sponsor })
    expect(others.slice(0, entries).map((operation) => operation.sponsor)).toEqual(Array(entries).fill(sponsor))
    expect(others.at(-2)).not.toHaveProperty('sponsor')
  })

  it('is released by two signatures, in a transaction that claims, pays and closes the account', async () => {
    await open(town, asset)
    const id = await deposit(town, asset, '50')
    const before = await balanceOf(town, platform)
    const shares = [
      { to: seller, amount: '48.5' },
      { to: platform, amount: '1.5' },
    ]
    const release = await onchainTransaction(town, payingOut(asset, id, shares), [buyer, arbiter])
    expect(await outcome(town, release)).toBeNull()

    expect(await account(town, onchain)).toBeNull()
    expect(await get(town, `/claimable_balances/${id}`)).toMatchObject({ status: 404 })
    expect(await account(town, platform)).toMatchObject({ num_sponsoring: 0 })
    expect(await account(town, buyer)).toMatchObject({ num_sponsoring: 0 })
    const after = await balances(asset)
    expect(after.seller).toBe(asset.isNative() ? '148.5000000' : '48.5000000')
    expect(after.buyer).toBe(asset.isNative() ? '949.9999900' : '450.0000000')
    expect(await balanceOf(town, platform, usdc)).toBe(asset.isNative() ? '0.0000000' : '1.5000000')
    const fee = BigInt(release.operations.length + 1) * 100n
    const income = asset.isNative() ? 15_000_000n : 0n
    expect(stroops(await balanceOf(town, platform))).toBe(stroops(before) - fee + income)
  })

  it.each([
    ['refunded by seller and arbiter', [seller, arbiter], [{ to: buyer, amount: '50' }]],
    ['refunded by both parties', [buyer, seller], [{ to: buyer, amount: '50' }]],
    [
      'divided by buyer and seller',
      [buyer, seller],
      [
        { to: buyer, amount: '20.0000001' },
        { to: seller, amount: '29.9999999' },
      ],
    ],
  ])('is %s', async (_how, signers, shares) => {
    await open(town, asset)
    const id = await deposit(town, asset, '50')
    expect(await outcome(town, await onchainTransaction(town, payingOut(asset, id, shares), signers))).toBeNull()
    const { buyer: ofBuyer, seller: ofSeller } = await balances(asset)
    const given = (who: Keypair) => stroops(shares.find(({ to }) => to === who)?.amount ?? '0')
    const fee = asset.isNative() ? 100n : 0n
    expect(stroops(ofBuyer)).toBe(stroops(start.buyer) - 500_000_000n - fee + given(buyer))
    expect(stroops(ofSeller)).toBe(stroops(start.seller) + given(seller))
    expect(await account(town, onchain)).toBeNull()
  })

  it('goes back to the buyer alone from the date on', async () => {
    await open(town, asset)
    const id = await deposit(town, asset, '50')
    town.at(DATE)
    const back = await succeed(town, { from: buyer, operations: [claim(id)] })
    expect((await balances(asset)).buyer).toBe(asset.isNative() ? '999.9999800' : '500.0000000')
    expect(await records(town, `/transactions/${hashOf(back)}/operations`)).toMatchObject([
      { type: 'claim_claimable_balance', balance_id: id, claimant: buyer.publicKey() },
    ])
    // The account stays until two of its signers close it.
    const closing = payingOut(asset, id, []).slice(1)
    expect(await outcome(town, await onchainTransaction(town, closing, [buyer, arbiter]))).toBeNull()
    expect(await account(town, platform)).toMatchObject({ num_sponsoring: 0 })
  })

  describe('cannot be moved', () => {
    let id: string
    beforeEach(async () => {
      await open(town, asset)
      id = await deposit(town, asset, '50')
    })

    const release = (signers: Keypair[]): Promise<FeeBumpTransaction> =>
      onchainTransaction(town, payingOut(asset, id, [{ to: seller, amount: '50' }]), signers)

    const tooFew = { transaction: 'tx_fee_bump_inner_failed', inner_transaction: 'tx_bad_auth' }
    const tooMany = { transaction: 'tx_fee_bump_inner_failed', inner_transaction: 'tx_bad_auth_extra' }

    it.each<[string, Keypair[], object]>([
      ['without a signature', [], tooFew],
      ['by the buyer alone', [buyer], tooFew],
      ['by the seller alone', [seller], tooFew],
      ['by the arbiter alone', [arbiter], tooFew],
      ['by one who signs twice', [arbiter, arbiter], tooFew],
      ['by the platform', [platform], tooFew],
      ['by the platform and the arbiter', [platform, arbiter], tooFew],
      ['by the key of the account', [onchain], tooFew],
      ['by the key of the account and the arbiter', [onchain, arbiter], tooFew],
      ['by all three, of whom one is not needed', [buyer, seller, arbiter], tooMany],
      ['by two and a stranger', [buyer, seller, Keypair.random()], tooMany],
    ])('%s', async (_who, signers, codes) => {
      expect(await outcome(town, await release(signers))).toEqual(codes)
      expect(await get(town, `/claimable_balances/${id}`)).toMatchObject({
        status: 200,
        body: { amount: '50.0000000' },
      })
    })

    it('by an operation of somebody else in its name', async () => {
      const operation = Operation.claimClaimableBalance({ balanceId: id, source: onchain.publicKey() })
      const refused = { transaction: 'tx_failed', operations: ['op_bad_auth'] }
      expect(await failure(town, { from: platform, operations: [operation] })).toEqual(refused)
      expect(await failure(town, { from: arbiter, operations: [operation] })).toEqual(refused)
    })

    it('by changing its signers with one of them', async () => {
      const weight = { signer: { ed25519PublicKey: arbiter.publicKey(), weight: 2 } }
      const changing = await onchainTransaction(town, [Operation.setOptions(weight)], [arbiter])
      expect(await outcome(town, changing)).toEqual(tooFew)
    })

    it('by somebody who may not claim, or by the buyer before the date', async () => {
      const refused = { transaction: 'tx_failed', operations: ['op_cannot_claim'] }
      for (const from of [buyer, seller, arbiter, platform]) {
        expect(await failure(town, { from, operations: [claim(id)] })).toEqual(refused)
      }
    })

    it('with two signatures when the date has come: nothing of it is done, its sequence is spent', async () => {
      const late = await release([buyer, arbiter])
      town.at(DATE)
      const codes = await outcome(town, late)
      expect(codes).toMatchObject({ transaction: 'tx_fee_bump_inner_failed', inner_transaction: 'tx_failed' })
      expect(codes?.operations?.slice(0, 2)).toEqual(['op_cannot_claim', 'op_underfunded'])
      expect(await account(town, onchain)).toMatchObject({ sequence: late.innerTransaction.sequence })
      await succeed(town, { from: buyer, operations: [claim(id)] })
    })
  })
})

it('a release that fails leaves the money, and is signed anew with the next sequence', async () => {
  await open(town, usdc)
  const id = await deposit(town, usdc, '50')
  const toArbiter = payingOut(usdc, id, [{ to: arbiter, amount: '50' }])
  const first = await onchainTransaction(town, toArbiter, [buyer, seller])
  expect(await outcome(town, first)).toEqual({
    transaction: 'tx_fee_bump_inner_failed',
    inner_transaction: 'tx_failed',
    operations: ['op_success', 'op_no_trust', 'op_invalid_limit', 'op_has_sub_entries'],
  })
  expect(await get(town, `/claimable_balances/${id}`)).toMatchObject({ status: 200 })
  await succeed(town, { from: arbiter, operations: [Operation.changeTrust({ asset: usdc })] })
  expect(await outcome(town, bumped(first.innerTransaction, buyer))).toMatchObject({ inner_transaction: 'tx_bad_seq' })
  expect(await outcome(town, await onchainTransaction(town, toArbiter, [buyer, seller]))).toBeNull()
  expect(await balanceOf(town, arbiter, usdc)).toBe('50.0000000')
})

it('whoever of two signs does not matter, nor does who puts the signatures together', async () => {
  await open(town, xlm)
  const id = await deposit(town, xlm, '50')
  const operations = payingOut(xlm, id, [{ to: seller, amount: '50' }])
  const unsigned = await written(town, { from: onchain, operations, signers: [], fee: '0' })
  for (const signer of [seller, buyer]) {
    const signature = signer.sign(unsigned.hash())
    unsigned.addSignature(signer.publicKey(), Buffer.from(signature).toString('base64'))
  }
  expect(await outcome(town, bumped(unsigned))).toBeNull()
})

function stroops(amount: string): bigint {
  const [whole = '0', rest = ''] = amount.split('.')
  return BigInt(whole) * 10_000_000n + BigInt(rest.padEnd(7, '0'))
}
