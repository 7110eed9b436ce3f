import { type Horizon, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  alice,
  balanceOf,
  bob,
  get,
  hashOf,
  openTown,
  PASSPHRASE,
  pay,
  post,
  signed,
  stranger,
  type Town,
  xlm,
} from './horizon-town.ts'

let town: Town

afterEach(() => town.close())

describe('the endpoint that waits', () => {
  beforeEach(async () => {
    town = await openTown({ ledgerMs: 40 })
  })

  it('answers with the transaction once its ledger has closed', async () => {
    const transaction = await signed(town, { operations: [pay('5')] })
    const answer = await town.server.submitTransaction(transaction)
    expect(answer).toMatchObject({ successful: true, hash: hashOf(transaction), fee_charged: '100' })
    expect(await balanceOf(town, bob)).toBe('105.0000000')
  })

  it('answers a repetition with the same transaction and pays once', async () => {
    const transaction = await signed(town, { operations: [pay('5')] })
    const first = await town.server.submitTransaction(transaction)
    const second = await town.server.submitTransaction(transaction)
    expect(second.ledger).toBe(first.ledger)
    expect(await balanceOf(town, bob)).toBe('105.0000000')
  })

  it('answers two at once with the same transaction', async () => {
    const transaction = await signed(town, { operations: [pay('5')] })
    const answers = await Promise.all([1, 2, 3].map(() => town.server.submitTransaction(transaction)))
    expect(new Set(answers.map(({ ledger }) => ledger)).size).toBe(1)
    expect(await balanceOf(town, bob)).toBe('105.0000000')
  })

  it('the SDK reads the codes of a failure', async () => {
    const transaction = await signed(town, { operations: [pay('5', xlm, stranger)] })
    await expect(town.server.submitTransaction(transaction, { skipMemoRequiredCheck: true })).rejects.toMatchObject({
      response: {
        status: 400,
        data: {
          type: 'https://stellar.org/horizon-errors/transaction_failed',
          extras: { result_codes: { transaction: 'tx_failed', operations: ['op_no_destination'] } },
        },
      },
    })
  })

  it('gives up with 504 and the hash when the transaction is in no ledger', async () => {
    await town.close()
    town = await openTown({ ledgerMs: 40, submissionTimeoutMs: 300 })
    town.faults.set({ target: 'horizon', kind: 'never_include', match: 'POST /transactions' })
    const transaction = await signed(town, { operations: [pay('5')] })
    expect(await post(town, '/transactions', transaction)).toMatchObject({
      status: 504,
      type: 'https://stellar.org/horizon-errors/transaction_submission_timeout',
      body: { extras: { hash: hashOf(transaction), envelope_xdr: transaction.toXdr() } },
    })
  })

  it('what is no transaction is malformed, and what is no form is no media type', async () => {
    expect(await post(town, '/transactions', 'AAAA')).toMatchObject({
      status: 400,
      type: 'https://stellar.org/horizon-errors/transaction_malformed',
      body: { extras: { envelope_xdr: 'AAAA' } },
    })
    const response = await fetch(`${town.horizon.url}/transactions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"tx":"AAAA"}',
    })
    expect(response.status).toBe(415)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  })
})

describe('the endpoint that answers at once', () => {
  beforeEach(async () => {
    town = await openTown()
  })

  const submit = (transaction: Transaction) => post(town, '/transactions_async', transaction)

  it('goes through PENDING, DUPLICATE and, once included, TRY_AGAIN_LATER for nine ledgers', async () => {
    const transaction = await signed(town, { operations: [pay('5')] })
    const hash = hashOf(transaction)
    expect(await submit(transaction)).toMatchObject({ status: 201, body: { tx_status: 'PENDING', hash } })
    expect(await submit(transaction)).toMatchObject({ status: 409, body: { tx_status: 'DUPLICATE', hash } })
    town.horizon.closeLedger()
    expect(await submit(transaction)).toMatchObject({ status: 503, body: { tx_status: 'TRY_AGAIN_LATER', hash } })
    for (let ledgers = 0; ledgers < 8; ledgers += 1) town.horizon.closeLedger()
    expect(await submit(transaction)).toMatchObject({ status: 503, body: { tx_status: 'TRY_AGAIN_LATER', hash } })
    town.horizon.closeLedger()
    const late = await submit(transaction)
    expect(late).toMatchObject({ status: 400, body: { tx_status: 'ERROR', hash } })
    expect(late.body.error_result_xdr).toBe('AAAAAAAAAGT////7AAAAAA==')
    expect(await balanceOf(town, bob)).toBe('105.0000000')
  })

  it('the SDK throws for everything but PENDING and still shows the status', async () => {
    const transaction = await signed(town, { operations: [pay('5')] })
    expect(await town.server.submitAsyncTransaction(transaction)).toMatchObject({ tx_status: 'PENDING' })
    await expect(town.server.submitAsyncTransaction(transaction)).rejects.toMatchObject({
      response: { status: 409, data: { tx_status: 'DUPLICATE' } },
    })
  })

  it('takes one transaction of an account for each ledger', async () => {
    const first = await signed(town, { operations: [pay('5')] })
    const second = await signed(town, { operations: [pay('6')], sequence: BigInt(first.sequence) + 1n })
    const stale = await signed(town, { operations: [pay('7')], sequence: BigInt(first.sequence) - 1n })
    await submit(first)
    expect(await submit(second)).toMatchObject({ status: 503, body: { tx_status: 'TRY_AGAIN_LATER' } })
    expect(await submit(stale)).toMatchObject({ status: 400, body: { tx_status: 'ERROR' } })
    town.horizon.closeLedger()
    expect(await submit(second)).toMatchObject({ status: 201 })
    town.horizon.closeLedger()
    expect(await balanceOf(town, bob)).toBe('111.0000000')
  })

  it('several accounts share a ledger', async () => {
    await submit(await signed(town, { operations: [pay('5')] }))
    await submit(await signed(town, { from: bob, operations: [pay('2', xlm, alice)] }))
    const ledger = town.horizon.closeLedger()
    const { records } = await town.server.transactions().forLedger(ledger).call()
    expect(records.map(({ paging_token }) => BigInt(paging_token) & 0xffffffffn)).toEqual([4096n, 8192n])
  })

  it('a fee bump takes the place of a waiting transaction from ten times its rate on', async () => {
    const inner = await signed(town, { operations: [pay('5')] })
    await submit(inner)
    const bump = (fee: string) => {
      const outer = TransactionBuilder.buildFeeBumpTransaction(bob, fee, inner, PASSPHRASE)
      outer.sign(bob)
      return outer
    }
    expect(await post(town, '/transactions_async', bump('999'))).toMatchObject({ status: 400 })
    const outer = bump('1000')
    expect(await post(town, '/transactions_async', outer)).toMatchObject({ status: 201 })
    town.horizon.closeLedger()
    const listed = await town.server.transactions().transaction(hashOf(inner)).call()
    expect(listed.fee_bump_transaction?.hash).toBe(hashOf(outer))
    expect(await balanceOf(town, bob)).toBe('104.9999800')
  })

  it('drops a waiting transaction whose time runs out before its ledger closes', async () => {
    await town.close()
    let clock = Date.now()
    town = await openTown({ now: () => new Date(clock) })
    const maxTime = Math.floor(clock / 1000) + 10
    const transaction = await signed(town, { operations: [pay('5')], timebounds: { minTime: 0, maxTime } })
    expect(await submit(transaction)).toMatchObject({ status: 201 })
    clock += 11_000
    town.horizon.closeLedger()
    expect(await get(town, `/transactions/${hashOf(transaction)}`)).toMatchObject({ status: 404 })
    const { sequence } = await town.server.loadAccount(alice.publicKey())
    expect(BigInt(sequence)).toBe(BigInt(transaction.sequence) - 1n)
  })
})

describe('streams', () => {
  beforeEach(async () => {
    town = await openTown({ ledgerMs: 40 })
  })

  it('the SDK is told of payments that were there and of those to come', async () => {
    await town.server.submitTransaction(await signed(town, { operations: [pay('1')] }))
    const seen: string[] = []
    const stop = town.server
      .payments()
      .forAccount(bob.publicKey())
      .cursor('0')
      .stream({ onmessage: (record) => seen.push((record as Horizon.ServerApi.PaymentOperationRecord).amount) })
    await expect.poll(() => seen, PATIENCE).toEqual(['1.0000000'])
    await town.server.submitTransaction(await signed(town, { operations: [pay('2')] }))
    await expect.poll(() => seen, PATIENCE).toEqual(['1.0000000', '2.0000000'])
    stop()
  })

  it('a stream says hello, numbers its events, and says goodbye after as many as were asked for', async () => {
    await town.server.submitTransaction(await signed(town, { operations: [pay('1'), pay('2'), pay('3')] }))
    const { records } = await town.server.payments().call()
    const stream = await events(`/payments?cursor=${records[0]?.id}&limit=2`)
    expect(stream).toMatch(/^retry: 1000\nevent: open\ndata: "hello"\n\n/)
    expect([...stream.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(records.slice(1).map(({ id }) => id))
    expect(stream).toMatch(/retry: 10\nevent: close\ndata: "byebye"\n\n$/)
  })

  it('the id of the last event outdoes the cursor', async () => {
    await town.server.submitTransaction(await signed(town, { operations: [pay('1'), pay('2'), pay('3')] }))
    const { records } = await town.server.payments().call()
    const stream = await events('/payments?cursor=0&limit=1', { 'Last-Event-ID': records[1]?.id ?? '' })
    expect(stream).toContain(`id: ${records[2]?.id}\n`)
  })

  it('ledgers come one by one', async () => {
    const stream = await events('/ledgers?cursor=now&limit=3')
    const ids = [...stream.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(BigInt(id ?? '') >> 32n))
    expect(ids).toEqual([ids[0], (ids[0] ?? 0) + 1, (ids[0] ?? 0) + 2])
  })

  it('a stream of an unknown account is a plain 404', async () => {
    const response = await fetch(`${town.horizon.url}/accounts/${stranger.publicKey()}/payments`, { headers: STREAM })
    expect(response.status).toBe(404)
  })

  const PATIENCE = { timeout: 5_000 }
  const STREAM = { Accept: 'text/event-stream' }

  async function events(path: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await fetch(`${town.horizon.url}${path}`, { headers: { ...STREAM, ...headers } })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    return response.text()
  }
})
