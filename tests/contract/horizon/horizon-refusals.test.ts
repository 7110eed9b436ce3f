import { Operation, xdr } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  alice,
  balanceOf,
  bob,
  type Codes,
  openTown,
  pauper,
  pay,
  post,
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

const nowSeconds = () => Math.floor(Date.now() / 1000)

describe('a transaction is turned away, and takes neither fee nor sequence,', () => {
  const cases: [name: string, wish: () => Wish, codes: Codes][] = [
    [
      'when its sequence was used',
      () => ({ operations: [pay('1')], sequence: 8589934592n }),
      { transaction: 'tx_bad_seq' },
    ],
    [
      'when its sequence leaves a gap',
      () => ({ operations: [pay('1')], sequence: 8589934599n }),
      { transaction: 'tx_bad_seq' },
    ],
    ['when nobody signed', () => ({ operations: [pay('1')], signers: [] }), { transaction: 'tx_bad_auth' }],
    ['when a stranger signed', () => ({ operations: [pay('1')], signers: [stranger] }), { transaction: 'tx_bad_auth' }],
    [
      'when it was signed for another network',
      () => ({ operations: [pay('1')], passphrase: 'Another network' }),
      { transaction: 'tx_bad_auth' },
    ],
    [
      'when somebody signed who need not',
      () => ({ operations: [pay('1')], signers: [alice, bob] }),
      { transaction: 'tx_bad_auth_extra' },
    ],
    [
      'when its time is over',
      () => ({ operations: [pay('1')], timebounds: { minTime: 0, maxTime: nowSeconds() - 10 } }),
      { transaction: 'tx_too_late' },
    ],
    [
      'when its time has not come',
      () => ({ operations: [pay('1')], timebounds: { minTime: nowSeconds() + 100, maxTime: 0 } }),
      { transaction: 'tx_too_early' },
    ],
    [
      'when it offers less than 100 stroops an operation',
      () => ({ operations: [pay('1'), pay('2')], fee: '99' }),
      { transaction: 'tx_insufficient_fee' },
    ],
    [
      'when its source is not on the ledger',
      () => ({ from: stranger, operations: [pay('1')], sequence: 1n }),
      { transaction: 'tx_no_source_account' },
    ],
    [
      'when its source cannot pay the fee above its reserve',
      () => ({ from: pauper, operations: [pay('1')], fee: '3000000' }),
      { transaction: 'tx_insufficient_balance' },
    ],
    ['when it does nothing', () => ({ operations: [] }), { transaction: 'tx_missing_operation' }],
    [
      'when the sequence has not rested long enough',
      () => ({
        operations: [pay('1')],
        sequence: 8589934595n,
        refine: (builder) => builder.setMinAccountSequence('0').setMinAccountSequenceLedgerGap(100_000),
      }),
      { transaction: 'tx_bad_minseq_age_or_gap' },
    ],
    [
      'when an operation acts for somebody who did not sign',
      () => ({
        operations: [
          pay('1'),
          Operation.payment({ source: bob.publicKey(), destination: alice.publicKey(), asset: xlm, amount: '1' }),
        ],
      }),
      { transaction: 'tx_failed', operations: ['op_success', 'op_bad_auth'] },
    ],
    [
      'when an amount is not above 0',
      () => ({ operations: [nothingToBob()] }),
      { transaction: 'tx_failed', operations: ['op_malformed'] },
    ],
    [
      'when an operation is of a kind the ledger does not carry out',
      () => ({ operations: [Operation.manageSellOffer({ selling: xlm, buying: usdc, amount: '1', price: '2' })] }),
      { transaction: 'tx_failed', operations: ['op_not_supported'] },
    ],
    [
      'when it would be its own heir',
      () => ({ operations: [Operation.accountMerge({ destination: alice.publicKey() })] }),
      { transaction: 'tx_failed', operations: ['op_malformed'] },
    ],
    [
      'when a threshold is beyond 255',
      () => ({ operations: [Operation.setOptions({ setFlags: 16 as never })] }),
      { transaction: 'tx_failed', operations: ['op_unknown_flag'] },
    ],
  ]

  it.each(cases)('%s', async (_name, wish, codes) => {
    expect(await refusal(wish())).toEqual(codes)
    town.horizon.closeLedger()
    const { sequence } = await town.server.loadAccount(alice.publicKey())
    expect(sequence).toBe('8589934592')
    expect(await balanceOf(town, alice)).toBe('1000.0000000')
  })
})

it('the result of a refusal is real XDR that says the same as its codes', async () => {
  const transaction = await signed(town, { operations: [pay('1')], sequence: 1n })
  const { body } = await post(town, '/transactions', transaction)
  const { result_xdr } = body.extras as { result_xdr: string }
  expect(xdr.TransactionResult.fromXdr(result_xdr, 'base64').result.type).toBe('txBadSeq')
})

function nothingToBob(): xdr.Operation {
  const { body } = pay('1')
  if (body.type !== 'payment') throw new Error('Not a payment')
  const { destination, asset } = body.paymentOp
  return new xdr.Operation({
    sourceAccount: null,
    body: xdr.OperationBody.payment(new xdr.PaymentOp({ destination, asset, amount: 0n })),
  })
}
