/** The faults that the harbour's rippled can be told to have, and the hooks for those that it cannot cause itself. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { Client, DisconnectedError, TimeoutError, Wallet } from 'xrpl'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { type Draft, denialOf, frames, GENESIS, openRippled, type RippledWorld, rpc } from './rippled-world.ts'

let world: RippledWorld
beforeEach(async () => {
  world = await openRippled()
})
afterEach(() => world.close())

const payment = (about: Record<string, unknown> = {}): Draft => ({
  TransactionType: 'Payment',
  Account: world.alice.address,
  Destination: world.bob.address,
  Amount: '1000000',
  ...about,
})
const arrived = async () => (await world.balanceOf(world.bob.address)) - 1_000_000_000n

/** Uses a client of its own, so that a broken connection does not end the test's. */
async function submitBlob(blob: string, timeout = PATIENCE_MS): Promise<unknown> {
  const client = new Client(world.rippled.url, { timeout })
  // Without a listener the client swallows what it cannot read.
  client.on('error', () => {})
  await client.connect()
  const answer = await client.request({ command: 'submit', tx_blob: blob }).catch((error: unknown) => error)
  await client.disconnect()
  return answer
}

async function openSocket(): Promise<WebSocket> {
  const socket = new WebSocket(world.rippled.url)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return socket
}

function closeOf(socket: WebSocket): Promise<[code: number, reason: string]> {
  return new Promise((resolve) => socket.once('close', (code, reason) => resolve([code, String(reason)])))
}

function signed(about: Record<string, unknown> = {}): string {
  return world.alice.sign({ ...payment(about), Fee: '12', Sequence: GENESIS, Flags: 0 } as never).tx_blob
}

describe('faults of the connection', () => {
  test('drop_before breaks the connection and does nothing', async () => {
    world.faults.set({ target: 'rippled', kind: 'drop_before', match: 'submit', times: 1 })
    expect(await submitBlob(signed())).toBeInstanceOf(DisconnectedError)
    world.rippled.closeLedger()
    expect(await arrived()).toBe(0n)
    expect(await submitBlob(signed())).toMatchObject({ result: { engine_result: 'tesSUCCESS' } })
  })

  test('drop_after does the work and breaks the connection', async () => {
    world.faults.set({ target: 'rippled', kind: 'drop_after', match: 'submit', times: 1 })
    expect(await submitBlob(signed())).toBeInstanceOf(DisconnectedError)
    world.rippled.closeLedger()
    expect(await arrived()).toBe(1_000_000n)
  })

  test('delay answers, but too late for an impatient client', async () => {
    world.faults.set({ target: 'rippled', kind: 'delay', match: 'submit', times: 1, delayMs: 60_000 })
    expect(await submitBlob(signed(), 300)).toBeInstanceOf(TimeoutError)
    world.faults.set({ target: 'rippled', kind: 'delay', match: 'ping', times: 1, delayMs: 50 })
    const start = performance.now()
    await world.ask({ command: 'ping' })
    expect(performance.now() - start).toBeGreaterThan(40)
  })

  test('too_many closes the socket and any that is opened while it is on, and tells an HTTP client in plain text', async () => {
    const socket = await openSocket()
    world.faults.set({ target: 'rippled', kind: 'too_many', times: 2 })
    socket.send(JSON.stringify({ command: 'submit', tx_blob: signed() }))
    expect(await closeOf(socket)).toEqual([1008, 'threshold exceeded'])
    expect(await closeOf(await openSocket())).toEqual([1008, 'threshold exceeded'])
    const [answer] = await frames(world.rippled.url, { command: 'ping' })
    expect(answer).toMatchObject({ status: 'success' })
    world.rippled.closeLedger()
    expect(await arrived()).toBe(0n)

    world.faults.set({ target: 'rippled', kind: 'too_many', match: 'fee', times: 1 })
    const response = await rpc(world.rippled.url, 'fee')
    expect(response.status).toBe(503)
    expect(await response.text()).toBe('Server is overloaded')
    expect((await rpc(world.rippled.url, 'fee')).status).toBe(200)
  })

  test('too_busy does not do what was asked for', async () => {
    world.faults.set({ target: 'rippled', kind: 'too_busy', match: 'submit', times: 1 })
    expect(await denialOf(world.ask({ command: 'submit', tx_blob: signed() }))).toBe('tooBusy')
    world.rippled.closeLedger()
    expect(await arrived()).toBe(0n)
    const { hash } = world.alice.sign({ ...payment(), Fee: '12', Sequence: GENESIS, Flags: 0 } as never)
    expect(await world.resultOf(hash)).toBe('txnNotFound')
  })

  test('server_error is a server that lost the network, under the name of each version', async () => {
    world.faults.set({ target: 'rippled', kind: 'server_error', match: 'submit', times: 2 })
    const submit = { command: 'submit', tx_blob: signed() }
    expect(await denialOf(world.ask(submit))).toBe('notSynced')
    const [first] = await frames(world.rippled.url, submit)
    expect(first).toMatchObject({ status: 'error', error: 'noNetwork' })
    world.rippled.closeLedger()
    expect(await arrived()).toBe(0n)
  })

  test('html is not JSON', async () => {
    world.faults.set({ target: 'rippled', kind: 'html', match: 'submit', times: 1 })
    expect(await submitBlob(signed(), 300)).toBeInstanceOf(TimeoutError)
    world.faults.set({ target: 'rippled', kind: 'html', match: 'fee', times: 1 })
    const response = await rpc(world.rippled.url, 'fee')
    expect([response.status, (await response.text()).slice(0, 9)]).toEqual([200, '<!doctype'])
  })
})

describe('faults of the ledger', () => {
  test('lag shows the ledger as it was', async () => {
    const { hash } = await world.send(payment(), world.alice)
    for (let ledger = 0; ledger < 3; ledger += 1) world.rippled.closeLedger()
    world.faults.set({ target: 'rippled', kind: 'lag', lagLedgers: 3 })
    expect(await world.ask({ command: 'ledger_closed' })).toMatchObject({ ledger_index: GENESIS })
    expect(await world.ask({ command: 'ledger_current' })).toEqual({ ledger_current_index: GENESIS + 1 })
    expect(await arrived()).toBe(0n)
    expect(await world.resultOf(hash)).toBe('txnNotFound')
    const account = world.bob.address
    expect(await world.ask({ command: 'account_tx', account })).toMatchObject({ transactions: [] })
    const ahead = { command: 'account_tx', account, ledger_index_max: GENESIS + 1 }
    expect(await denialOf(world.ask(ahead))).toBe('lgrIdxMalformed')
    world.faults.clear()
    expect(await world.resultOf(hash)).toBe('tesSUCCESS')
  })

  test('provisional_failure burns the fee of what looked like a success', async () => {
    world.faults.set({ target: 'rippled', kind: 'provisional_failure', times: 1 })
    const { hash, result } = await world.send(payment(), world.alice)
    expect(result).toBe('tesSUCCESS')
    world.rippled.closeLedger()
    expect(await world.resultOf(hash)).toBe('tecUNFUNDED_PAYMENT')
    expect(await arrived()).toBe(0n)
    expect(await world.balanceOf(world.alice.address)).toBe(1_000_000_000n - 12n)
    expect(await world.settle(payment(), world.alice)).toBe('tesSUCCESS')
  })

  test('never_include lets a transaction vanish, which can be sent again', async () => {
    world.faults.set({ target: 'rippled', kind: 'never_include', times: 1 })
    const { hash, blob, result } = await world.send(payment(), world.alice)
    expect(result).toBe('tesSUCCESS')
    world.rippled.closeLedger()
    expect(await world.resultOf(hash)).toBe('waiting')
    expect(await world.ask({ command: 'submit', tx_blob: blob })).toMatchObject({ engine_result: 'tesSUCCESS' })
    world.rippled.closeLedger()
    expect(await world.resultOf(hash)).toBe('tesSUCCESS')
    expect(await arrived()).toBe(1_000_000n)
  })

  test('include_late lets ledgers close without a transaction, and those behind it wait', async () => {
    world.faults.set({ target: 'rippled', kind: 'include_late', lagLedgers: 2, times: 1 })
    const first = await world.send(payment(), world.alice)
    const second = await world.send(payment({ Amount: '7' }), world.alice)
    expect([first.result, second.result]).toEqual(['tesSUCCESS', 'tesSUCCESS'])
    for (const _ of [1, 2]) {
      world.rippled.closeLedger()
      expect(await world.resultOf(first.hash)).toBe('waiting')
      expect(await arrived()).toBe(0n)
    }
    world.rippled.closeLedger()
    expect(await world.resultOf(first.hash)).toBe('tesSUCCESS')
    expect(await world.resultOf(second.hash)).toBe('tesSUCCESS')
    expect(await arrived()).toBe(1_000_007n)
  })

  test('include_late is too late for what has a last ledger', async () => {
    world.faults.set({ target: 'rippled', kind: 'include_late', lagLedgers: 2, times: 1 })
    const { hash } = await world.send(payment({ LastLedgerSequence: GENESIS + 2 }), world.alice)
    for (const _ of [1, 2, 3, 4]) world.rippled.closeLedger()
    expect(await world.resultOf(hash)).toBe('waiting')
    expect(await arrived()).toBe(0n)
  })
})

describe('deliverPartially', () => {
  test('delivers less than the next payment says', async () => {
    world.rippled.deliverPartially({ drops: '4456' })
    const { hash } = await world.send(payment({ Amount: '900000000', DestinationTag: 7 }), world.alice)
    world.rippled.closeLedger()
    expect(await world.ask({ command: 'tx', transaction: hash })).toMatchObject({
      tx_json: { DeliverMax: '900000000' },
      meta: { TransactionResult: 'tesSUCCESS', DeliveredAmount: '4456', delivered_amount: '4456' },
    })
    expect(await arrived()).toBe(4456n)
    expect(await world.settle(payment(), world.alice)).toBe('tesSUCCESS')
    expect(await arrived()).toBe(1_004_456n)
  })

  test('finds the path of a real partial payment, which otherwise has none', async () => {
    const currency = { currency: 'USD', issuer: world.carol.address, value: '5' }
    const partial = payment({ SendMax: currency, Flags: 0x00020000 })
    expect(await world.settle(partial, world.alice)).toBe('tecPATH_DRY')
    world.rippled.deliverPartially({ drops: '10' })
    expect(await world.settle(partial, world.alice)).toBe('tesSUCCESS')
    world.rippled.deliverPartially({ drops: '10' })
    expect(await world.settle({ ...partial, DeliverMin: '11' }, world.alice)).toBe('tecPATH_PARTIAL')
    expect(await arrived()).toBe(10n)
  })

  test('waits for the payment with its hash', async () => {
    const later = { ...payment(), Fee: '12', Sequence: GENESIS + 1, Flags: 0 }
    const { hash, tx_blob } = world.alice.sign(later as never)
    world.rippled.deliverPartially({ hash, drops: '1' })
    await world.settle(payment({ Amount: '500' }), world.alice)
    expect(await arrived()).toBe(500n)
    await world.ask({ command: 'submit', tx_blob })
    world.rippled.closeLedger()
    expect(await arrived()).toBe(501n)
  })
})

describe('injectIncoming', () => {
  const issuer = Wallet.generate().address
  const recorded = (about: Record<string, unknown> = {}) => ({
    transaction: {
      ...payment({ Amount: { currency: 'USD', issuer, value: '5' }, DestinationTag: 9 }),
      Fee: '12',
      Sequence: 77,
      SigningPubKey: world.alice.publicKey,
      hash: 'left out',
      date: 1,
    },
    meta: {
      AffectedNodes: [
        {
          ModifiedNode: {
            LedgerEntryType: 'RippleState',
            LedgerIndex: 'A'.repeat(64),
            FinalFields: {
              HighLimit: { currency: 'USD', issuer: world.bob.address, value: '100' },
              LowLimit: { currency: 'USD', issuer, value: '0' },
            },
          },
        },
      ],
      TransactionIndex: 40,
      TransactionResult: 'tesSUCCESS',
      delivered_amount: { currency: 'USD', issuer, value: '5' },
    },
    ...about,
  })
  const transactionsOf = (account: string) => world.ask({ command: 'account_tx', account })

  test('shows a payment in another currency to whom it concerns', async () => {
    world.rippled.injectIncoming(recorded())
    world.rippled.closeLedger()
    const delivered_amount = { currency: 'USD', issuer, value: '5' }
    const found = await transactionsOf(world.bob.address)
    expect(found).toMatchObject({
      transactions: [
        {
          tx_json: { DeliverMax: delivered_amount, DestinationTag: 9, ledger_index: GENESIS + 1 },
          meta: { delivered_amount, TransactionIndex: 0 },
        },
      ],
    })
    expect(await transactionsOf(world.alice.address)).toMatchObject({ transactions: [] })
    expect(await arrived()).toBe(0n)
  })

  test('shows one that was not validated only when it is asked for by hash', async () => {
    const hash = 'B'.repeat(64)
    world.rippled.injectIncoming(recorded({ hash, isValidated: false }))
    world.rippled.closeLedger()
    const found = await world.ask({ command: 'tx', transaction: hash })
    expect(found).toMatchObject({ hash, validated: false, meta: { TransactionResult: 'tesSUCCESS' } })
    expect(found).not.toHaveProperty('close_time_iso')
    expect(await transactionsOf(world.bob.address)).toMatchObject({ transactions: [] })
  })
})
