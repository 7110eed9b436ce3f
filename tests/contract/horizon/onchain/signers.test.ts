/** Signatures are weighed at submission, and again when the ledger applies the transaction. */
import { type Keypair, Operation } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, get, hashOf, pay, post } from '../horizon-town.ts'
import {
  account,
  arbiter,
  bumped,
  buyer,
  failure,
  type OnchainTown,
  onchain,
  onchainTransaction,
  open,
  openOnchainTown,
  outcome,
  platform,
  records,
  seller,
  sign,
  succeed,
  written,
  xlm,
} from './onchain-world.ts'

let town: OnchainTown

beforeEach(async () => {
  town = await openOnchainTown()
})

afterEach(() => town.close())

const tooFew = { transaction: 'tx_fee_bump_inner_failed', inner_transaction: 'tx_bad_auth' }

describe('weights', () => {
  const weigh = (thresholds: [number, number, number], ...weights: [Keypair, number][]) => {
    const [lowThreshold, medThreshold, highThreshold] = thresholds
    return succeed(town, {
      from: arbiter,
      operations: [
        ...weights.map(([who, weight]) => sign(arbiter, who, weight)),
        Operation.setOptions({ masterWeight: 0, lowThreshold, medThreshold, highThreshold }),
      ],
    })
  }
  const options = Operation.setOptions({ homeDomain: 'held.example' })
  const move = Operation.setOptions({ lowThreshold: 1 })

  const outcomeOf = async (operation: typeof options, ...signers: Keypair[]) =>
    outcome(town, bumped(await written(town, { from: arbiter, operations: [operation], signers, fee: '0' })))

  it('of two are too little where three are asked for', async () => {
    await weigh([3, 3, 3], [buyer, 1], [seller, 1], [platform, 1])
    for (const two of [
      [buyer, seller],
      [buyer, platform],
      [seller, platform],
    ]) {
      expect(await outcomeOf(options, ...two)).toEqual(tooFew)
    }
    expect(await outcomeOf(options, buyer, seller, platform)).toBeNull()
  })

  it('are held against the threshold of what is done: low, middle or high', async () => {
    await weigh([1, 2, 3], [buyer, 1], [seller, 2])
    const unsigned = { transaction: 'tx_fee_bump_inner_failed', inner_transaction: 'tx_failed' }
    const claiming = Operation.claimClaimableBalance({ balanceId: '0'.repeat(72) })
    expect(await outcomeOf(claiming, buyer)).toEqual({ ...unsigned, operations: ['op_does_not_exist'] })
    expect(await outcomeOf(options, buyer)).toEqual({ ...unsigned, operations: ['op_bad_auth'] })
    expect(await outcomeOf(options, seller)).toBeNull()
    expect(await outcomeOf(move, seller)).toEqual({ ...unsigned, operations: ['op_bad_auth'] })
    expect(await outcomeOf(move, seller, buyer)).toBeNull()
  })

  it('that nobody reaches leave the account to nobody', async () => {
    await weigh([2, 2, 2], [buyer, 1])
    for (const signers of [[buyer], [arbiter], [buyer, arbiter]]) {
      expect(await outcomeOf(options, ...signers)).toEqual(tooFew)
    }
  })

  it('take a reserve for each signer, which ends with it', async () => {
    await succeed(town, { from: arbiter, operations: [pay('98.4', xlm, seller)] })
    expect(await failure(town, { from: arbiter, operations: [sign(arbiter, buyer), sign(arbiter, seller)] })).toEqual({
      transaction: 'tx_failed',
      operations: ['op_success', 'op_low_reserve'],
    })
    await succeed(town, {
      from: arbiter,
      operations: [sign(arbiter, buyer), sign(arbiter, buyer, 0), sign(arbiter, seller)],
    })
    expect(await account(town, arbiter)).toMatchObject({ subentry_count: 1 })
  })
})

describe('in one ledger', () => {
  it('a signer that goes first takes the weight of a transaction that follows, which stays as failed', async () => {
    await open(town, xlm)
    const removal = { signer: { ed25519PublicKey: arbiter.publicKey(), weight: 0 } }
    const removing = await onchainTransaction(town, [Operation.setOptions(removal)], [buyer, seller])
    const source = onchain.publicKey()
    const options = [pay('1', xlm, seller), Operation.setOptions({ homeDomain: 'held.example', source })]
    const acting = await written(town, { from: seller, operations: options, signers: [seller, arbiter] })
    for (const transaction of [removing, acting]) {
      expect(await post(town, '/transactions_async', transaction)).toMatchObject({ status: 201 })
    }
    town.horizon.closeLedger()
    expect(await outcome(town, removing)).toBeNull()
    expect(await outcome(town, acting)).toEqual({
      transaction: 'tx_failed',
      operations: ['op_success', 'op_bad_auth'],
    })
    expect(await account(town, seller)).toMatchObject({ sequence: acting.sequence })
    expect(await balanceOf(town, seller)).toBe('99.9999800')
    expect(await account(town, platform)).toMatchObject({ num_sponsoring: 4 })
  })

  it('a transaction of an account that was merged before it has no source', async () => {
    const merging = await written(town, {
      from: platform,
      operations: [Operation.accountMerge({ destination: buyer.publicKey(), source: arbiter.publicKey() })],
      signers: [platform, arbiter],
    })
    const late = await written(town, { from: arbiter, operations: [pay('1', xlm, seller)] })
    for (const transaction of [merging, late]) await post(town, '/transactions_async', transaction)
    town.horizon.closeLedger()
    expect(await outcome(town, merging)).toBeNull()
    expect(await outcome(town, late)).toEqual({ transaction: 'tx_no_source_account' })
    expect((await get(town, `/transactions/${hashOf(late)}`)).body).toMatchObject({
      successful: false,
      fee_charged: '100',
      operation_count: 1,
    })
    expect(await records(town, `/transactions/${hashOf(late)}/operations`)).toMatchObject([
      { type: 'payment', transaction_successful: false },
    ])
  })
})

it('a transaction that was allowed beforehand is a signer once, also when it fails, and its sponsor is free then', async () => {
  const { sequence } = await town.server.loadAccount(buyer.publicKey())
  const allowed = await written(town, {
    from: buyer,
    operations: [pay('100000', xlm, seller)],
    signers: [],
    sequence: BigInt(sequence) + 2n,
  })
  const source = buyer.publicKey()
  const signer = { preAuthTx: allowed.hash(), weight: 1 }
  await succeed(town, {
    from: buyer,
    operations: [
      Operation.beginSponsoringFutureReserves({ sponsoredId: source, source: platform.publicKey() }),
      Operation.setOptions({ signer }),
      Operation.endSponsoringFutureReserves({}),
    ],
    signers: [buyer, platform],
  })
  expect(await account(town, platform)).toMatchObject({ num_sponsoring: 1 })
  expect(await outcome(town, allowed)).toEqual({ transaction: 'tx_failed', operations: ['op_underfunded'] })
  expect(await account(town, buyer)).toMatchObject({ num_sponsored: 0, subentry_count: 1 })
  expect(await account(town, platform)).toMatchObject({ num_sponsoring: 0 })
})
