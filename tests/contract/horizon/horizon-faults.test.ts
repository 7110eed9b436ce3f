import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FaultKind } from '#harbour/faults.ts'
import { alice, balanceOf, bob, get, hashOf, openTown, pay, post, settle, signed, type Town } from './horizon-town.ts'

let town: Town

beforeEach(async () => {
  town = await openTown()
})

afterEach(() => town.close())

function once(kind: FaultKind, match: string, more: { delayMs?: number; lagLedgers?: number } = {}): void {
  town.faults.set({ target: 'horizon', kind, match, times: 1, ...more })
}

describe('a request that is hit by a fault', () => {
  it('drop_before: nothing is done and nothing is answered', async () => {
    const transaction = await signed(town, { operations: [pay('5')] })
    once('drop_before', 'POST /transactions')
    await expect(post(town, '/transactions_async', transaction)).rejects.toThrow()
    town.horizon.closeLedger()
    expect(await get(town, `/transactions/${hashOf(transaction)}`)).toMatchObject({ status: 404 })
    expect(await post(town, '/transactions_async', transaction)).toMatchObject({ status: 201 })
  })

  it('drop_after: it is done all the same', async () => {
    const transaction = await signed(town, { operations: [pay('5')] })
    once('drop_after', 'POST /transactions')
    await expect(post(town, '/transactions_async', transaction)).rejects.toThrow()
    town.horizon.closeLedger()
    expect(await get(town, `/transactions/${hashOf(transaction)}`)).toMatchObject({ body: { successful: true } })
  })

  it('html: it is done, and the answer is a page with status 200', async () => {
    const transaction = await signed(town, { operations: [pay('5')] })
    once('html', 'POST /transactions')
    const response = await fetch(`${town.horizon.url}/transactions_async`, {
      method: 'POST',
      body: new URLSearchParams({ tx: transaction.toXdr() }),
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await response.text()).toContain('<html')
    town.horizon.closeLedger()
    expect(await balanceOf(town, bob)).toBe('105.0000000')
  })

  it('server_error: a submission is answered 504 and not passed on, a read 500', async () => {
    const transaction = await signed(town, { operations: [pay('5')] })
    once('server_error', 'POST /transactions')
    expect(await post(town, '/transactions_async', transaction)).toMatchObject({
      status: 504,
      body: { extras: { hash: hashOf(transaction) } },
    })
    town.horizon.closeLedger()
    expect(await get(town, `/transactions/${hashOf(transaction)}`)).toMatchObject({ status: 404 })
    once('server_error', '/accounts')
    expect(await get(town, `/accounts/${alice.publicKey()}`)).toMatchObject({
      status: 500,
      body: { type: 'https://stellar.org/horizon-errors/server_error' },
    })
  })

  it('too_many: 429 with the time to wait', async () => {
    once('too_many', '/fee_stats')
    const { status, headers, body } = await get(town, '/fee_stats')
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('1')
    expect(body.type).toBe('https://stellar.org/horizon-errors/rate_limit_exceeded')
    expect((await get(town, '/fee_stats')).status).toBe(200)
  })

  it('delay: the answer is right but late', async () => {
    once('delay', '/fee_stats', { delayMs: 150 })
    const asked = performance.now()
    expect((await get(town, '/fee_stats')).status).toBe(200)
    expect(performance.now() - asked).toBeGreaterThanOrEqual(149)
  })
})

describe('a Horizon that lags behind its core', () => {
  it('shows accounts, history and its own place as they were', async () => {
    const first = await settle(town, { operations: [pay('1')] })
    const second = await settle(town, { operations: [pay('2')] })
    town.horizon.closeLedger()
    town.faults.set({ target: 'horizon', kind: 'lag', lagLedgers: 2 })

    const { headers, body } = await get(town, `/accounts/${bob.publicKey()}`)
    expect(headers.get('latest-ledger')).toBe('3')
    expect(body.balances).toContainEqual(expect.objectContaining({ asset_type: 'native', balance: '101.0000000' }))
    expect(await get(town, `/transactions/${first.hash}`)).toMatchObject({ status: 200 })
    expect(await get(town, `/transactions/${second.hash}`)).toMatchObject({ status: 404 })
    const { records } = await town.server.payments().forAccount(bob.publicKey()).call()
    expect(records).toMatchObject([{ transaction_hash: first.hash }])
    expect(await town.server.root()).toMatchObject({ history_latest_ledger: 3, core_latest_ledger: 5 })

    town.faults.clear()
    expect(await balanceOf(town, bob)).toBe('103.0000000')
  })
})

describe('a transaction that was accepted', () => {
  it('provisional_failure: is included as failed, and its sequence is spent', async () => {
    once('provisional_failure', '/transactions_async')
    const transaction = await signed(town, { operations: [pay('5')] })
    expect(await post(town, '/transactions_async', transaction)).toMatchObject({ status: 201 })
    town.horizon.closeLedger()
    expect(await get(town, `/transactions/${hashOf(transaction)}`)).toMatchObject({ body: { successful: false } })
    expect((await post(town, '/transactions', transaction)).codes).toEqual({
      transaction: 'tx_failed',
      operations: ['op_underfunded'],
    })
    expect(await balanceOf(town, bob)).toBe('100.0000000')
    expect((await town.server.loadAccount(alice.publicKey())).sequence).toBe(transaction.sequence)
  })

  it('never_include: waits for four ledgers, is turned away for ten, and can then be sent again', async () => {
    once('never_include', '/transactions_async')
    const transaction = await signed(town, { operations: [pay('5')] })
    const status = async () => (await post(town, '/transactions_async', transaction)).body.tx_status
    const closeLedgers = (count: number) => {
      for (let closed = 0; closed < count; closed += 1) town.horizon.closeLedger()
    }
    expect(await status()).toBe('PENDING')
    closeLedgers(3)
    expect(await status()).toBe('DUPLICATE')
    closeLedgers(1)
    expect(await status()).toBe('TRY_AGAIN_LATER')
    closeLedgers(10)
    expect(await status()).toBe('PENDING')
    closeLedgers(1)
    expect(await get(town, `/transactions/${hashOf(transaction)}`)).toMatchObject({ body: { successful: true } })
  })
})
