/** Answers about queued transactions are those of a real stellar-core (see recorded/node-transcripts.test.ts). */
import { Operation, type Transaction, TransactionBuilder, xdr } from '@stellar/stellar-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { asSubmitted, drawOrder } from '#harbour/horizon/ledger/closing/order.ts'
import {
  alice,
  bank,
  bob,
  hashOf,
  openTown,
  PASSPHRASE,
  pauper,
  pay,
  post,
  settle,
  signed,
  type Town,
  usdc,
  xlm,
} from './horizon-town.ts'

let town: Town

afterEach(() => town.close())

const submit = (transaction: { toXdr(): string }) => post(town, '/transactions_async', transaction)

/** A fee bump of another's transaction with one operation. `fee`: stroops in all. */
function bump(inner: Transaction, fee: bigint, payer = bob) {
  const outer = TransactionBuilder.buildFeeBumpTransaction(payer, (fee / 2n).toString(), inner, PASSPHRASE)
  outer.sign(payer)
  return outer
}

function resultOf(body: Record<string, unknown>): xdr.TransactionResult {
  return xdr.TransactionResult.fromXdr(String(body.error_result_xdr), 'base64')
}

describe('a transaction whose time is nearly up', () => {
  const CLOSED = 1_900_000_000

  it.each([
    [9, 400],
    [10, 201],
  ])('of %i s after the last close is answered with %i', async (after, status) => {
    town = await openTown({ now: () => new Date(CLOSED * 1000) })
    const timebounds = { minTime: 0, maxTime: CLOSED + after }
    const { body, status: answered } = await submit(await signed(town, { operations: [pay('1')], timebounds }))
    expect(answered).toBe(status)
    if (status === 400) expect(resultOf(body).result.type).toBe('txTooLate')
  })

  it('counts from now where the last close is long ago', async () => {
    let clock = CLOSED
    town = await openTown({ now: () => new Date(clock * 1000) })
    const timebounds = { minTime: 0, maxTime: CLOSED + 30 }
    const transaction = await signed(town, { operations: [pay('1')], timebounds })
    clock += 21
    expect(await submit(transaction)).toMatchObject({ status: 400 })
    clock -= 1
    expect(await submit(transaction)).toMatchObject({ status: 201 })
  })
})

describe('what one account would pay for', () => {
  it('adds up over all that wait, and what is too much is refused', async () => {
    town = await openTown()
    // The pauper has 0.2 XLM above its reserve.
    const first = bump(await signed(town, { operations: [pay('1')] }), 1_200_000n, pauper)
    const second = bump(await signed(town, { from: bank, operations: [pay('1')] }), 900_000n, pauper)
    expect(await submit(first)).toMatchObject({ status: 201 })
    const refused = await submit(second)
    expect(resultOf(refused.body)).toMatchObject({ feeCharged: 200n, result: { type: 'txInsufficientBalance' } })
    const third = bump(await signed(town, { from: bank, operations: [pay('1')] }), 800_000n, pauper)
    expect(await submit(third)).toMatchObject({ status: 201 })
  })

  it('counts a bid no more that a higher one replaces', async () => {
    town = await openTown()
    const inner = await signed(town, { operations: [pay('1')] })
    expect(await submit(bump(inner, 150_000n, pauper))).toMatchObject({ status: 201 })
    expect(await submit(bump(inner, 1_900_000n, pauper))).toMatchObject({ status: 201 })
  })

  it('is no fee bump only', async () => {
    town = await openTown()
    expect(await submit(bump(await signed(town, { operations: [pay('1')] }), 1_500_000n, pauper))).toMatchObject({
      status: 201,
    })
    const own = await signed(town, { from: pauper, operations: [pay('0.0000001')], fee: '600000' })
    const refused = await submit(own)
    expect(resultOf(refused.body)).toMatchObject({ feeCharged: 100n, result: { type: 'txInsufficientBalance' } })
  })
})

describe('a fee bump that waits', () => {
  it('is the same as its original sent again', async () => {
    town = await openTown()
    const inner = await signed(town, { operations: [pay('1')] })
    await submit(bump(inner, 10_000n))
    expect(await submit(inner)).toMatchObject({ status: 409, body: { tx_status: 'DUPLICATE' } })
  })

  it('names the fee that would take its place', async () => {
    town = await openTown()
    const inner = await signed(town, { operations: [pay('1')], fee: '10000' })
    await submit(inner)
    const refused = await submit(bump(inner, 199_998n))
    expect(resultOf(refused.body)).toMatchObject({ feeCharged: 200_000n, result: { type: 'txInsufficientFee' } })
    expect(await submit(bump(inner, 200_000n))).toMatchObject({ status: 201 })
  })
})

describe('a transaction that is never included', () => {
  it('is dropped after 4 ledgers and turned away for 10 more', async () => {
    town = await openTown()
    town.faults.set({ target: 'horizon', kind: 'never_include', match: 'POST /transactions_async' })
    const transaction = await signed(town, { operations: [pay('1')] })
    await submit(transaction)
    town.faults.clear()
    for (let ledgers = 0; ledgers < 3; ledgers += 1) town.horizon.closeLedger()
    expect(await submit(transaction)).toMatchObject({ status: 409 })
    for (let ledgers = 0; ledgers < 10; ledgers += 1) town.horizon.closeLedger()
    expect(await submit(transaction)).toMatchObject({ status: 503 })
    town.horizon.closeLedger()
    expect(await submit(transaction)).toMatchObject({ status: 201 })
  })
})

describe('the order within a ledger', () => {
  /** The hashes in the order of submission, and in the order of the ledger. */
  async function fill(): Promise<{ submitted: string[]; listed: string[]; ledger: number }> {
    const transactions = [
      await signed(town, { operations: [pay('1')] }),
      await signed(town, { from: bob, operations: [pay('1', xlm, alice)] }),
      await signed(town, { from: bank, operations: [pay('1', xlm, alice)] }),
    ]
    for (const transaction of transactions) await submit(transaction)
    const ledger = town.horizon.closeLedger()
    const { records } = await town.server.transactions().forLedger(ledger).call()
    return { submitted: transactions.map(hashOf), listed: records.map(({ hash }) => hash), ledger }
  }

  it('is drawn by the ledger, whatever the order of submission', async () => {
    town = await openTown()
    const { submitted, listed, ledger } = await fill()
    expect(listed).toEqual(drawOrder(submitted, ledger))
    expect(drawOrder([...submitted].reverse(), ledger)).toEqual(listed)
    const orders = Array.from({ length: 20 }, (_, index) => drawOrder(submitted, index).join())
    expect(new Set(orders).size).toBeGreaterThan(1)
  })

  it('is that of submission where a test says so', async () => {
    town = await openTown({ arrange: asSubmitted })
    const { submitted, listed } = await fill()
    expect(listed).toEqual(submitted)
  })
})

describe('the ledger of the last change', () => {
  const lines = async (who = alice) => (await town.server.loadAccount(who.publicKey())).balances

  it('of an account stays when another changes the value of its data entry', async () => {
    town = await openTown()
    await settle(town, { operations: [Operation.manageData({ name: 'a', value: '1' })] })
    const before = (await town.server.loadAccount(alice.publicKey())).last_modified_ledger
    const change = Operation.manageData({ name: 'a', value: '2', source: alice.publicKey() })
    await settle(town, { from: bob, operations: [change], signers: [bob, alice] })
    expect((await town.server.loadAccount(alice.publicKey())).last_modified_ledger).toBe(before)
  })

  it('of a trustline moves when its asset is sent to oneself', async () => {
    town = await openTown()
    await settle(town, { operations: [pay('1', usdc, alice)] })
    expect(await lines()).toMatchObject([
      { balance: '500.0000000', last_modified_ledger: town.horizon.latestLedger() },
      { asset_type: 'native' },
    ])
  })
})
