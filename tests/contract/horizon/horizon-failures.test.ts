import { Asset, Keypair, Operation, TransactionBuilder, type xdr } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  alice,
  balanceOf,
  bank,
  bob,
  type Codes,
  frozen,
  get,
  hashOf,
  openTown,
  PASSPHRASE,
  pauper,
  pay,
  post,
  settle,
  signed,
  stranger,
  type Town,
  usdc,
  type Wish,
  xlm,
} from './horizon-town.ts'

let town: Town

beforeEach(async () => {
  town = await openTown()
})

afterEach(() => town.close())

async function refusal(wish: Wish): Promise<Codes | undefined> {
  return (await post(town, '/transactions', await signed(town, wish))).codes
}

/** Returns the codes of a transaction that was included and failed. */
async function failure(wish: Wish): Promise<Codes | undefined> {
  const transaction = await signed(town, wish)
  const accepted = await post(town, '/transactions_async', transaction)
  expect(accepted).toMatchObject({ status: 201, body: { tx_status: 'PENDING' } })
  town.horizon.closeLedger()
  return (await post(town, '/transactions', transaction)).codes
}

describe('a transaction is included and fails, which takes fee and sequence and nothing else,', () => {
  const cases: [name: string, wish: () => Wish, code: string][] = [
    ['when there is not enough XLM above the reserve', () => ({ operations: [pay('998.9999901')] }), 'op_underfunded'],
    ['when there is not enough of an asset', () => ({ operations: [pay('500.0000001', usdc)] }), 'op_underfunded'],
    ['when the payee is not on the ledger', () => ({ operations: [pay('5', xlm, stranger)] }), 'op_no_destination'],
    ['when the payee has no trustline', () => ({ operations: [pay('5', usdc, pauper)] }), 'op_no_trust'],
    ["when the payee's trustline is frozen", () => ({ operations: [pay('5', usdc, frozen)] }), 'op_not_authorized'],
    ['when neither side has a trustline', () => ({ operations: [pay('5', other())] }), 'op_no_trust'],
    ['when an account is created twice', () => ({ operations: [create(bob, '5')] }), 'op_already_exists'],
    [
      'when a new account gets less than its reserve',
      () => ({ operations: [create(stranger, '0.9999999')] }),
      'op_low_reserve',
    ],
    ['when a new account gets more than there is', () => ({ operations: [create(stranger, '999')] }), 'op_underfunded'],
    ['when the heir is not on the ledger', () => ({ operations: [merge(stranger)] }), 'op_no_account'],
    ['when an account with trustlines is merged', () => ({ operations: [merge(bob)] }), 'op_has_sub_entries'],
    ['when the issuer is not on the ledger', () => ({ operations: [trust(other())] }), 'op_no_issuer'],
    ['when a trustline goes below its balance', () => ({ operations: [trust(usdc, '10')] }), 'op_invalid_limit'],
    [
      'when data that does not exist is removed',
      () => ({ operations: [Operation.manageData({ name: 'x', value: null })] }),
      'op_data_name_not_found',
    ],
    ['when nobody trades the pair', () => ({ operations: [sendPath(other(), '0.1')] }), 'op_too_few_offers'],
    ['when less would arrive than asked', () => ({ operations: [sendPath(usdc, '2.5000001')] }), 'op_under_dest_min'],
    [
      'when more would be sent than allowed',
      () => ({ operations: [receivePath('9.9999999', '2.5')] }),
      'op_over_source_max',
    ],
  ]

  it.each(cases)('%s', async (_name, wish, code) => {
    expect(await failure(wish())).toEqual({ transaction: 'tx_failed', operations: [code] })
    const { sequence } = await town.server.loadAccount(alice.publicKey())
    expect(sequence).toBe('8589934593')
    expect(await balanceOf(town, alice)).toBe('999.9999900')
    expect(await balanceOf(town, alice, usdc)).toBe('500.0000000')
    expect(await balanceOf(town, bob)).toBe('100.0000000')
  })

  const atOnce: [name: string, wish: () => Wish, code: string][] = [
    [
      'an asset goes to oneself without a trustline',
      () => ({ from: pauper, operations: [pay('1', usdc, pauper)] }),
      'op_no_trust',
    ],
    [
      'an asset goes to oneself above the limit of the trustline',
      () => ({ from: bob, operations: [pay('1000.0000001', usdc)] }),
      'op_line_full',
    ],
    [
      'more would be sent than allowed, to somebody without a trustline',
      () => ({ operations: [receivePath('0.1', '2.5', pauper)] }),
      'op_no_trust',
    ],
    [
      'what is not there would be changed into what nobody trades',
      () => ({ from: pauper, operations: [sendPath(other(), '0.1', usdc)] }),
      'op_src_no_trust',
    ],
  ]

  it.each(atOnce)('with the fault that a real node finds first, when %s', async (_name, wish, code) => {
    expect(await failure(wish())).toEqual({ transaction: 'tx_failed', operations: [code] })
  })

  it('never when it takes from oneself what it brings', async () => {
    const more = { sendAsset: xlm, sendMax: '5000', destination: alice.publicKey(), destAsset: xlm, destAmount: '5000' }
    const operations = [Operation.pathPaymentStrictReceive(more)]
    expect(await settle(town, { operations })).toMatchObject({ successful: true })
  })

  it("when the payee's trustline is full", async () => {
    expect(await failure({ from: bank, operations: [pay('1000.0000001', usdc)] })).toEqual({
      transaction: 'tx_failed',
      operations: ['op_line_full'],
    })
  })

  it('when the payer has a trustline that is frozen', async () => {
    expect(await failure({ from: frozen, operations: [pay('1', usdc)] })).toEqual({
      transaction: 'tx_failed',
      operations: ['op_src_not_authorized'],
    })
  })

  it('when the payer has no trustline but the payee has one', async () => {
    expect(await failure({ from: pauper, operations: [pay('1', usdc)] })).toEqual({
      transaction: 'tx_failed',
      operations: ['op_src_no_trust'],
    })
  })

  it('when another entry would not be covered by the reserve', async () => {
    const data = Operation.manageData({ name: 'note', value: 'x' })
    expect(await failure({ from: pauper, operations: [data] })).toEqual({
      transaction: 'tx_failed',
      operations: ['op_low_reserve'],
    })
  })

  it('when one of several operations fails: nothing of the others remains', async () => {
    const codes = await failure({ operations: [pay('7'), pay('8', xlm, stranger), pay('9')] })
    expect(codes).toEqual({
      transaction: 'tx_failed',
      operations: ['op_success', 'op_no_destination', 'op_success'],
    })
    expect(await balanceOf(town, bob)).toBe('100.0000000')
    expect(await balanceOf(town, alice)).toBe('999.9999700')
  })

  it('when its account has been merged away by an operation before', async () => {
    const heir = Operation.accountMerge({ source: pauper.publicKey(), destination: alice.publicKey() })
    const late = Operation.payment({
      source: pauper.publicKey(),
      destination: bob.publicKey(),
      asset: xlm,
      amount: '1',
    })
    const codes = await failure({ operations: [heir, late], signers: [alice, pauper] })
    expect(codes?.operations).toEqual(['op_success', 'op_no_source_account'])
  })

  it('when an immutable account is changed or merged', async () => {
    await settle(town, { operations: [Operation.setOptions({ setFlags: 4 })] })
    const codes = await failure({ operations: [Operation.setOptions({ setFlags: 1 })] })
    expect(codes?.operations).toEqual(['op_cant_change'])
    const merged = await failure({ operations: [merge(bob)] })
    expect(merged?.operations).toEqual(['op_immutable_set'])
  })
})

describe('weights and thresholds', () => {
  const low = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 'low'))

  beforeEach(async () => {
    const signer = { ed25519PublicKey: low.publicKey(), weight: 1 }
    const options = { masterWeight: 2, lowThreshold: 1, medThreshold: 2, highThreshold: 3, signer }
    await settle(town, { operations: [Operation.setOptions(options)] })
  })

  it('a weight that reaches the low threshold only cannot pay', async () => {
    expect(await refusal({ operations: [pay('1')], signers: [low] })).toEqual({
      transaction: 'tx_failed',
      operations: ['op_bad_auth'],
    })
  })

  it('a weight that reaches the middle threshold pays, but does not change signers', async () => {
    expect(await settle(town, { operations: [pay('1')], signers: [alice] })).toMatchObject({ successful: true })
    const options = Operation.setOptions({ masterWeight: 5 })
    expect(await refusal({ operations: [options], signers: [alice] })).toMatchObject({ operations: ['op_bad_auth'] })
    expect(await settle(town, { operations: [options], signers: [alice, low] })).toMatchObject({ successful: true })
  })

  it('a signature beyond what was needed is one too many', async () => {
    expect(await refusal({ operations: [pay('1')], signers: [alice, low] })).toEqual({
      transaction: 'tx_bad_auth_extra',
    })
  })

  it('a revealed preimage and a pre-authorized transaction sign as keys do', async () => {
    const preimage = Buffer.from('open sesame')
    const lock = new Uint8Array(await crypto.subtle.digest('SHA-256', preimage))
    await settle(town, { from: bob, operations: [Operation.setOptions({ signer: { sha256Hash: lock, weight: 1 } })] })
    const revealed = await signed(town, { from: bob, operations: [pay('1', xlm, alice)], signers: [] })
    revealed.signHashX(preimage)
    expect(await post(town, '/transactions_async', revealed)).toMatchObject({ status: 201 })
    town.horizon.closeLedger()

    const { sequence } = await town.server.loadAccount(bob.publicKey())
    const allowed = await signed(town, {
      from: bob,
      operations: [pay('2', xlm, alice)],
      signers: [],
      sequence: BigInt(sequence) + 2n,
    })
    await settle(town, {
      from: bob,
      operations: [Operation.setOptions({ signer: { preAuthTx: allowed.hash(), weight: 1 } })],
    })
    expect(await post(town, '/transactions_async', allowed)).toMatchObject({ status: 201 })
    town.horizon.closeLedger()
    expect((await get(town, `/transactions/${hashOf(allowed)}`)).body).toMatchObject({ successful: true })
  })
})

describe('a fee bump', () => {
  async function bump(inner: Wish, { signers = [bob] } = {}) {
    const transaction = await signed(town, inner)
    const outer = TransactionBuilder.buildFeeBumpTransaction(bob, '200', transaction, PASSPHRASE)
    outer.sign(...signers)
    return outer
  }

  it('names the code of the transaction inside when that is refused', async () => {
    const outer = await bump({ operations: [pay('1')], sequence: 1n, fee: '100' })
    expect((await post(town, '/transactions', outer)).codes).toEqual({
      transaction: 'tx_fee_bump_inner_failed',
      inner_transaction: 'tx_bad_seq',
    })
  })

  it('takes the fee from its payer even when the transaction inside fails', async () => {
    const outer = await bump({ operations: [pay('1', xlm, stranger)], fee: '100' })
    expect(await post(town, '/transactions_async', outer)).toMatchObject({ status: 201 })
    town.horizon.closeLedger()
    expect((await post(town, '/transactions', outer)).codes).toEqual({
      transaction: 'tx_fee_bump_inner_failed',
      inner_transaction: 'tx_failed',
      operations: ['op_no_destination'],
    })
    expect(await balanceOf(town, bob)).toBe('99.9999800')
    expect(await balanceOf(town, alice)).toBe('1000.0000000')
  })

  it('is refused without the signature of its payer, or with one too many', async () => {
    const unsigned = await bump({ operations: [pay('1')], fee: '100' }, { signers: [alice] })
    expect((await post(town, '/transactions', unsigned)).codes).toEqual({ transaction: 'tx_bad_auth' })
    const crowded = await bump({ operations: [pay('1')], fee: '100' }, { signers: [bob, alice] })
    expect((await post(town, '/transactions', crowded)).codes).toEqual({ transaction: 'tx_bad_auth_extra' })
  })
})

function other(): Asset {
  return new Asset('EURC', stranger.publicKey())
}

function create(who: Keypair, startingBalance: string): xdr.Operation {
  return Operation.createAccount({ destination: who.publicKey(), startingBalance })
}

function merge(heir: Keypair): xdr.Operation {
  return Operation.accountMerge({ destination: heir.publicKey() })
}

function trust(asset: Asset, limit?: string): xdr.Operation {
  return Operation.changeTrust({ asset, limit })
}

function sendPath(destAsset: Asset, destMin: string, sendAsset = xlm): xdr.Operation {
  const destination = bob.publicKey()
  return Operation.pathPaymentStrictSend({ sendAsset, sendAmount: '10', destination, destAsset, destMin })
}

function receivePath(sendMax: string, destAmount: string, to = bob): xdr.Operation {
  const destination = to.publicKey()
  return Operation.pathPaymentStrictReceive({ sendAsset: xlm, sendMax, destination, destAsset: usdc, destAmount })
}
