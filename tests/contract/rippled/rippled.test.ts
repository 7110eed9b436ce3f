/** The unmodified Client of xrpl.js works with the harbour's rippled. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Client, type LedgerStream, type TransactionStream, Wallet, xrpToDrops } from 'xrpl'
import { denialOf, frames, GENESIS, NETWORK_ID, openRippled, type RippledWorld, rpc } from './rippled-world.ts'

describe('the client of xrpl.js', () => {
  let world: RippledWorld
  beforeEach(async () => {
    world = await openRippled()
  })
  afterEach(() => world.close())

  test('learns the network and the version of the server when it connects', () => {
    expect(world.client.networkID).toBe(NETWORK_ID)
    expect(world.client.buildVersion).toBe('3.2.0')
  })

  test('fills in fee, sequence and last ledger of a payment', async () => {
    const { alice, bob } = world
    const filled = await world.client.autofill({
      TransactionType: 'Payment',
      Account: alice.address,
      Destination: bob.address,
      Amount: '1000000',
    })
    expect(filled).toMatchObject({ Fee: '12', Sequence: GENESIS, LastLedgerSequence: GENESIS + 20 })
    expect(filled).toMatchObject({ NetworkID: undefined })
  })

  test('pays with submitAndWait while ledgers close by themselves', async () => {
    const fast = await openRippled({ ledgerMs: 200 })
    const { alice, bob, client } = fast
    const payment = {
      TransactionType: 'Payment' as const,
      Account: alice.address,
      Destination: bob.address,
      Amount: xrpToDrops('25.5'),
      DestinationTag: 0,
    }
    const { result } = await client.submitAndWait(payment, { wallet: alice, autofill: true })
    expect(result.validated).toBe(true)
    expect(result.tx_json).toMatchObject({ DeliverMax: '25500000', DestinationTag: 0 })
    expect(result.meta).toMatchObject({ TransactionResult: 'tesSUCCESS', delivered_amount: '25500000' })
    expect(await client.getXrpBalance(bob.address)).toBe(1025.5)
    expect(await client.getBalances(alice.address)).toEqual([{ currency: 'XRP', value: '974.499988' }])
    await fast.close()
  })

  test('answers provisionally at once and finally when the ledger closes', async () => {
    const { alice, bob } = world
    const sent = await world.send(pay(world, '7'), alice)
    expect(sent.answer).toMatchObject({
      engine_result: 'tesSUCCESS',
      accepted: true,
      applied: true,
      broadcast: true,
      kept: true,
      queued: false,
      account_sequence_next: GENESIS + 1,
      validated_ledger_index: GENESIS,
      tx_blob: sent.blob,
    })
    const current = await world.ask({ command: 'account_info', account: bob.address, ledger_index: 'current' })
    expect(current).toMatchObject({ account_data: { Balance: '1000000007' }, validated: false })
    expect(await world.balanceOf(bob.address)).toBe(1_000_000_000n)
    expect(await world.ask({ command: 'tx', transaction: sent.hash })).toEqual({
      hash: sent.hash,
      tx_json: expect.objectContaining({ DeliverMax: '7' }),
      validated: false,
    })

    expect(world.rippled.closeLedger()).toBe(GENESIS + 1)
    expect(await world.balanceOf(bob.address)).toBe(1_000_000_007n)
    expect(await world.balanceOf(alice.address)).toBe(1_000_000_000n - 7n - 12n)
    const found = await world.ask({ command: 'tx', transaction: sent.hash })
    expect(found).toMatchObject({ validated: true, ledger_index: GENESIS + 1, ctid: 'C0007F3B000002FB' })
    expect(await world.ask({ command: 'tx', ctid: 'C0007F3B000002FB' })).toEqual(found)
  })

  test('hears of ledgers and of its accounts, each in the version it subscribed with', async () => {
    const { client, bob, carol } = world
    const ledgers: LedgerStream[] = []
    const transactions: TransactionStream[] = []
    client.on('ledgerClosed', (ledger) => ledgers.push(ledger))
    client.on('transaction', (transaction) => transactions.push(transaction))
    await client.request({ command: 'subscribe', streams: ['ledger'], accounts: [bob.address] })
    const { hash } = await world.send(pay(world, '7'), world.alice)
    await world.send({ TransactionType: 'AccountSet', Account: carol.address }, carol)
    world.rippled.closeLedger()
    await client.request({ command: 'unsubscribe', streams: ['ledger'], accounts: [bob.address] })
    await world.send(pay(world, '8'), world.alice)
    world.rippled.closeLedger()
    await client.request({ command: 'ping' })

    expect(ledgers).toMatchObject([{ ledger_index: GENESIS + 1, txn_count: 2, validated_ledgers: '32570-32571' }])
    expect(transactions).toMatchObject([
      { hash, validated: true, engine_result: 'tesSUCCESS', tx_json: { DeliverMax: '7' }, ledger_index: GENESIS + 1 },
    ])
  })

  test('gets back what was signed, in every version', async () => {
    for (const version of [1, 2]) {
      const { blob } = await world.send(
        { TransactionType: 'Payment', Account: world.alice.address, Destination: world.bob.address, Amount: '7' },
        world.alice,
      )
      const { tx_json: json } = await world.ask({ command: 'submit', tx_blob: blob, api_version: version })
      expect(json).toMatchObject({ Amount: '7' })
      expect(json).not.toHaveProperty('DeliverMax')
    }
  })

  test('may ask for proposed transactions, on which one server has nothing to say', async () => {
    expect(await world.ask({ command: 'subscribe', streams: ['transactions_proposed'] })).toEqual({})
  })

  test('is told what is wrong with a subscription', async () => {
    const subscribe = (what: object) => denialOf(world.ask({ command: 'subscribe', ...what }))
    expect(await subscribe({ streams: 'ledger' })).toBe('invalidParams')
    expect(await subscribe({ streams: ['gossip'] })).toBe('malformedStream')
    expect(await subscribe({ accounts: ['rNobody'] })).toBe('actMalformed')
    expect(await subscribe({ accounts: [] })).toBe('actMalformed')
  })

  test('reads an account that another transaction has just created', async () => {
    const newcomer = Wallet.generate()
    const missing = world.ask({ command: 'account_info', account: newcomer.address, ledger_index: 'validated' })
    expect(await denialOf(missing)).toBe('actNotFound')
    await world.settle(pay(world, '1000000', newcomer.address), world.alice)
    const { account_data } = await world.ask({ command: 'account_info', account: newcomer.address })
    expect(account_data).toMatchObject({ Balance: '1000000', Sequence: GENESIS + 1, Flags: 0, OwnerCount: 0 })
  })

  test('gets the errors of the real server under their names', async () => {
    const { alice } = world
    const denied = (request: { command: string } & Record<string, unknown>) => denialOf(world.ask(request))
    expect(await denied({ command: 'tell_fortune' })).toBe('unknownCmd')
    expect(await denied({ command: 'account_info' })).toBe('invalidParams')
    expect(await denied({ command: 'account_info', account: `${alice.address}x` })).toBe('actMalformed')
    expect(await denied({ command: 'account_info', account: alice.address, ledger_index: 99 })).toBe('lgrNotFound')
    expect(await denied({ command: 'account_info', account: alice.address, ledger_index: '-' })).toBe('invalidParams')
    expect(await denied({ command: 'tx', transaction: 'ABCD' })).toBe('notImpl')
    expect(await denied({ command: 'ledger_entry', index: '0'.repeat(64) })).toBe('entryNotFound')
    expect(await denied({ command: 'ledger_entry', account_root: 'rNobody' })).toBe('malformedAddress')
    expect(await denied({ command: 'submit', tx_blob: '1200' })).toBe('invalidTransaction')
    expect(await denied({ command: 'submit', tx_json: {} })).toBe('notSupported')
  })

  test('finds ledgers by index, by hash and by name, each following its parent', async () => {
    await world.settle(pay(world, '7'), world.alice)
    world.rippled.closeLedger()
    const parent = await world.client.request({ command: 'ledger', ledger_index: GENESIS + 1, transactions: true })
    const child = await world.client.request({ command: 'ledger', ledger_index: 'validated' })
    expect(child.result.ledger.parent_hash).toBe(parent.result.ledger_hash)
    expect(parent.result.ledger.transactions).toHaveLength(1)
    expect(BigInt(parent.result.ledger.total_coins)).toBe(100_000_000_000_000_000n - 12n)
    const byHash = await world.client.request({ command: 'ledger', ledger_hash: parent.result.ledger_hash })
    expect(byHash.result.ledger_index).toBe(GENESIS + 1)
    expect(await world.ask({ command: 'ledger_closed' })).toEqual({
      ledger_index: GENESIS + 2,
      ledger_hash: child.result.ledger_hash,
    })
    expect(await world.ask({ command: 'ledger_current' })).toEqual({ ledger_current_index: GENESIS + 3 })
  })
})

describe('the wire', () => {
  let world: RippledWorld
  beforeEach(async () => {
    world = await openRippled()
  })
  afterEach(() => world.close())

  test('speaks version 1 when no version is asked for, and refuses one that does not exist', async () => {
    const [first, second, third] = await frames(
      world.rippled.url,
      { id: 'a', command: 'ledger', ledger_index: 'validated' },
      { id: 2, command: 'ledger', ledger_index: 'validated', api_version: 2 },
      { id: 3, command: 'ping', api_version: 9 },
    )
    expect(first).toMatchObject({ id: 'a', status: 'success', type: 'response' })
    expect(first).not.toHaveProperty('api_version')
    expect(first).toHaveProperty('result.ledger.ledger_index', String(GENESIS))
    expect(second).toMatchObject({ id: 2, api_version: 2, result: { ledger: { ledger_index: GENESIS } } })
    expect(third).toMatchObject({ id: 3, status: 'error', error: 'invalid_API_version' })
  })

  test('answers what is no request without closing', async () => {
    const [broken, nameless, fine] = await frames(world.rippled.url, '{', { id: 5 }, { id: 6, command: 'ping' })
    expect(broken).toEqual({ type: 'error', error: 'jsonInvalid', value: '{' })
    expect(nameless).toMatchObject({ id: 5, status: 'error', error: 'missingCommand' })
    expect(fine).toEqual({ id: 6, result: {}, status: 'success', type: 'response' })
  })

  test('puts errors beside the request that caused them', async () => {
    const request = { id: 1, command: 'account_info', account: Wallet.generate().address, ledger_index: 'validated' }
    const [answer] = await frames(world.rippled.url, request)
    expect(answer).toMatchObject({
      id: 1,
      status: 'error',
      type: 'response',
      error: 'actNotFound',
      error_code: 19,
      error_message: 'Account not found.',
      account: request.account,
      ledger_index: GENESIS,
      request,
    })
  })

  test('answers the same over HTTP, where nobody can subscribe', async () => {
    const { address } = world.alice
    const found = await rpc(world.rippled.url, 'account_info', { account: address, ledger_index: 'validated' })
    expect(await found.json()).toMatchObject({ result: { status: 'success', account_data: { Balance: '1000000000' } } })
    const missing = await rpc(world.rippled.url, 'tx', { transaction: 'A'.repeat(64) })
    expect(missing.status).toBe(200)
    expect(await missing.json()).toMatchObject({
      result: { status: 'error', error: 'txnNotFound', request: { command: 'tx', transaction: 'A'.repeat(64) } },
    })
    const subscription = await rpc(world.rippled.url, 'subscribe', { streams: ['ledger'] })
    expect(await subscription.json()).toMatchObject({ result: { error: 'noEvents' } })
    const nonsense = await fetch(world.rippled.url.replace('ws:', 'http:'), { method: 'POST', body: 'hello' })
    expect(nonsense.status).toBe(400)
  })

  test('rejects when its port is taken', async () => {
    await expect(openRippled({ port: world.rippled.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  test('lets a client reconnect after the server was away', async () => {
    const { port } = world.rippled
    await world.rippled.close()
    const again = await openRippled({ port })
    const client = new Client(again.rippled.url)
    await client.connect()
    expect(client.isConnected()).toBe(true)
    await client.disconnect()
    await again.close()
    world = await openRippled()
  })
})

function pay(world: RippledWorld, drops: string, to = world.bob.address) {
  return { TransactionType: 'Payment', Account: world.alice.address, Destination: to, Amount: drops }
}
