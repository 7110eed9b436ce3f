import { Operation, xdr } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  alice,
  balanceOf,
  bank,
  bob,
  frozen,
  get,
  openTown,
  pauper,
  pay,
  settle,
  signed,
  stranger,
  type Town,
  usdc,
  xlm,
} from './horizon-town.ts'

let town: Town

beforeEach(async () => {
  town = await openTown()
})

afterEach(() => town.close())

describe('accounts', () => {
  it('the SDK loads an account with its balances, the issued ones first and XLM last', async () => {
    const account = await town.server.loadAccount(alice.publicKey())
    expect(account.sequenceNumber()).toBe('8589934592')
    expect(account.balances).toMatchObject([
      { balance: '500.0000000', asset_code: 'USDC', asset_issuer: bank.publicKey(), is_authorized: true },
      { balance: '1000.0000000', asset_type: 'native' },
    ])
    expect(account.subentry_count).toBe(1)
    expect(account.signers).toEqual([{ key: alice.publicKey(), weight: 1, type: 'ed25519_public_key' }])
  })

  it('the answer names the ledger that it was true in, and the time', async () => {
    const asked = Date.now()
    const { headers } = await get(town, `/accounts/${alice.publicKey()}`)
    expect(headers.get('latest-ledger')).toBe('2')
    expect(headers.get('content-type')).toBe('application/hal+json; charset=utf-8')
    expect(Date.parse(headers.get('date') ?? '')).toBeGreaterThan(asked - 5_000)
  })

  it('a frozen trustline shows as not authorized', async () => {
    const { balances } = await town.server.loadAccount(frozen.publicKey())
    expect(balances[0]).toMatchObject({ balance: '50.0000000', is_authorized: false })
  })

  it('an account that does not exist is 404, a mistyped address is 400', async () => {
    await expect(town.server.loadAccount(stranger.publicKey())).rejects.toMatchObject({ response: { status: 404 } })
    const { status, body } = await get(town, `/accounts/${alice.publicKey().replace('G', 'A')}`)
    expect({ status, extras: body.extras }).toMatchObject({ status: 400, extras: { invalid_field: 'account_id' } })
  })

  it('data can be written, read one by one, and required by SEP-29', async () => {
    await settle(town, {
      from: bob,
      operations: [Operation.manageData({ name: 'config.memo_required', value: '1' })],
    })
    expect((await town.server.loadAccount(bob.publicKey())).data_attr).toEqual({ 'config.memo_required': 'MQ==' })
    expect((await get(town, `/accounts/${bob.publicKey()}/data/config.memo_required`)).body).toEqual({ value: 'MQ==' })
    const transaction = await signed(town, { operations: [pay('1')] })
    await expect(town.server.checkMemoRequired(transaction)).rejects.toThrow(/memo/i)
  })

  it('options, trustlines and signers show in the account and count as entries', async () => {
    const signer = { ed25519PublicKey: stranger.publicKey(), weight: 3 }
    const options = Operation.setOptions({
      homeDomain: 'alice.example',
      lowThreshold: 1,
      medThreshold: 2,
      setFlags: 3,
      signer,
    })
    await settle(town, { operations: [options] })
    const account = await town.server.loadAccount(alice.publicKey())
    expect(account.thresholds).toEqual({ low_threshold: 1, med_threshold: 2, high_threshold: 0 })
    expect(account.flags).toMatchObject({ auth_required: true, auth_revocable: true, auth_immutable: false })
    expect(account.home_domain).toBe('alice.example')
    expect(account.subentry_count).toBe(2)
    expect(account.signers).toContainEqual({ key: stranger.publicKey(), weight: 3, type: 'ed25519_public_key' })
  })
})

describe('operations really move money', () => {
  it('a payment of an issued asset arrives to the stroop', async () => {
    await settle(town, { operations: [pay('12.3456789', usdc)] })
    expect(await balanceOf(town, bob, usdc)).toBe('12.3456789')
    expect(await balanceOf(town, alice, usdc)).toBe('487.6543211')
    expect(await balanceOf(town, alice)).toBe('999.9999900')
  })

  it('the issuer creates its asset by paying it and destroys it by being paid', async () => {
    await settle(town, { from: bank, operations: [pay('1000', usdc)] })
    await settle(town, { from: bob, operations: [pay('400', usdc, bank)] })
    expect(await balanceOf(town, bob, usdc)).toBe('600.0000000')
    expect(await balanceOf(town, bank, usdc)).toBe('none')
  })

  it('a path payment sends XLM and delivers USDC, and tells both amounts', async () => {
    const destination = bob.publicKey()
    const record = await settle(town, {
      operations: [
        Operation.pathPaymentStrictSend({
          sendAsset: xlm,
          sendAmount: '10',
          destination,
          destAsset: usdc,
          destMin: '2.5',
        }),
        Operation.pathPaymentStrictReceive({
          sendAsset: xlm,
          sendMax: '50',
          destination,
          destAsset: usdc,
          destAmount: '3',
        }),
      ],
    })
    expect(await balanceOf(town, bob, usdc)).toBe('5.5000000')
    expect(await balanceOf(town, alice)).toBe('977.9999800')
    expect(await balanceOf(town, bank)).toBe('100022.0000000')
    const { records } = await town.server.operations().forTransaction(record.hash).call()
    expect(records).toMatchObject([
      {
        type: 'path_payment_strict_send',
        amount: '2.5000000',
        source_amount: '10.0000000',
        destination_min: '2.5000000',
      },
      {
        type: 'path_payment_strict_receive',
        amount: '3.0000000',
        source_amount: '12.0000000',
        source_max: '50.0000000',
      },
    ])
    expect(records[0]).toMatchObject({ asset_code: 'USDC', source_asset_type: 'native', to: destination })
  })

  it('a path payment of one asset needs no market', async () => {
    const destination = bob.publicKey()
    await settle(town, {
      operations: [
        Operation.pathPaymentStrictSend({
          sendAsset: usdc,
          sendAmount: '4',
          destination,
          destAsset: usdc,
          destMin: '4',
        }),
      ],
    })
    expect(await balanceOf(town, bob, usdc)).toBe('4.0000000')
  })

  it('an account is created, lives, and is merged with all it has', async () => {
    await settle(town, {
      operations: [Operation.createAccount({ destination: stranger.publicKey(), startingBalance: '20' })],
    })
    const created = await town.server.loadAccount(stranger.publicKey())
    expect(BigInt(created.sequence)).toBe(3n << 32n)
    await settle(town, { from: stranger, operations: [pay('5')] })
    const merge = await settle(town, {
      from: stranger,
      operations: [Operation.accountMerge({ destination: bob.publicKey() })],
    })
    await expect(town.server.loadAccount(stranger.publicKey())).rejects.toMatchObject({ response: { status: 404 } })
    expect(await balanceOf(town, bob)).toBe('119.9999800')

    const { result } = xdr.TransactionResult.fromXdr(merge.result_xdr, 'base64')
    expect(JSON.stringify(result)).toContain('149999800')
    const { records } = await town.server.operations().forTransaction(merge.hash).call()
    const effects = await town.server
      .effects()
      .forOperation(records[0]?.id ?? '')
      .call()
    expect(effects.records).toMatchObject([
      { type: 'account_debited', account: stranger.publicKey(), amount: '14.9999800' },
      { type: 'account_credited', account: bob.publicKey(), amount: '14.9999800' },
      { type: 'account_removed', account: stranger.publicKey() },
    ])
  })

  it('a trustline is opened and closed again', async () => {
    await settle(town, { operations: [pay('10', xlm, pauper)] })
    await settle(town, { from: pauper, operations: [Operation.changeTrust({ asset: usdc })] })
    expect(await balanceOf(town, pauper, usdc)).toBe('0.0000000')
    await settle(town, { from: pauper, operations: [Operation.changeTrust({ asset: usdc, limit: '0' })] })
    expect(await balanceOf(town, pauper, usdc)).toBe('none')
  })
})
