import { Account, type Keypair, Memo, MuxedAccount, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  alice,
  bank,
  bob,
  get,
  hashOf,
  openTown,
  PASSPHRASE,
  pay,
  post,
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

describe('transactions', () => {
  it.each([
    ['none', Memo.none(), { memo_type: 'none' }],
    ['text', Memo.text('12345'), { memo_type: 'text', memo: '12345', memo_bytes: 'MTIzNDU=' }],
    ['empty text', Memo.text(''), { memo_type: 'text', memo: '', memo_bytes: '' }],
    ['id', Memo.id('18446744073709551615'), { memo_type: 'id', memo: '18446744073709551615' }],
    [
      'hash',
      Memo.hash('ab'.repeat(32)),
      { memo_type: 'hash', memo: Buffer.from('ab'.repeat(32), 'hex').toString('base64') },
    ],
  ])('a memo of kind %s is shown as Horizon shows it', async (_kind, memo, fields) => {
    const { hash } = await settle(town, { operations: [pay('1')], memo })
    const { body } = await get(town, `/transactions/${hash}`)
    const shown = Object.fromEntries(Object.entries(body).filter(([name]) => name.startsWith('memo')))
    expect(shown).toEqual(fields)
  })

  it('a fee bump is found by either hash and answers with the one that was asked for', async () => {
    const inner = await signed(town, { operations: [pay('3')], fee: '100' })
    const outer = TransactionBuilder.buildFeeBumpTransaction(bob, '300', inner, PASSPHRASE)
    outer.sign(bob)
    await post(town, '/transactions_async', outer)
    town.horizon.closeLedger()
    const byOuter = await town.server.transactions().transaction(hashOf(outer)).call()
    const byInner = await town.server.transactions().transaction(hashOf(inner)).call()
    expect(byOuter.hash).toBe(hashOf(outer))
    expect(byInner.hash).toBe(hashOf(inner))
    for (const record of [byOuter, byInner]) {
      expect(record).toMatchObject({
        successful: true,
        source_account: alice.publicKey(),
        fee_account: bob.publicKey(),
        fee_charged: '200',
        max_fee: '600',
        fee_bump_transaction: { hash: hashOf(outer) },
        inner_transaction: { hash: hashOf(inner), max_fee: '100' },
      })
    }
    expect(byInner.signatures).toEqual(byInner.inner_transaction?.signatures)
    const { records } = await town.server.operations().forTransaction(hashOf(inner)).call()
    expect(records).toMatchObject([{ transaction_hash: hashOf(outer), amount: '3.0000000' }])
  })

  it('muxed accounts keep their numbers beside the plain address', async () => {
    const to = new MuxedAccount(new Account(bob.publicKey(), '0'), '9007199254740993')
    const { hash } = await settle(town, {
      operations: [Operation.payment({ destination: to.accountId(), asset: xlm, amount: '1' })],
    })
    const { records } = await town.server.operations().forTransaction(hash).call()
    expect(records).toMatchObject([{ to: bob.publicKey(), to_muxed: to.accountId(), to_muxed_id: '9007199254740993' }])
  })

  it('a failed one is found by its hash, with its operations, but not in lists unless asked for', async () => {
    const { hash } = await settle(town, { operations: [pay('5', xlm, stranger)] })
    const { records } = await town.server.operations().forTransaction(hash).call()
    expect(records).toMatchObject([{ transaction_successful: false, amount: '5.0000000' }])
    const lists = town.server.transactions().forAccount(alice.publicKey())
    expect((await lists.call()).records).toEqual([])
    expect((await lists.includeFailed(true).call()).records).toMatchObject([{ hash, successful: false }])
    expect((await town.server.payments().forAccount(alice.publicKey()).call()).records).toEqual([])
  })

  it('a hash that is unknown is 404, one in capitals or of another length is 400', async () => {
    expect(await get(town, `/transactions/${'ab'.repeat(32)}`)).toMatchObject({ status: 404 })
    for (const hash of ['AB'.repeat(32), 'ab'.repeat(31)]) {
      const { status, body } = await get(town, `/transactions/${hash}`)
      expect({ status, body }).toMatchObject({ status: 400, body: { extras: { invalid_field: 'tx_id' } } })
    }
  })
})

describe('pages', () => {
  async function payInTurn(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let amount = 1; amount <= count; amount += 1) {
      const { hash } = await settle(town, { operations: [pay(amount.toString())], memo: Memo.text(amount.toString()) })
      const { records } = await town.server.operations().forTransaction(hash).call()
      ids.push(records[0]?.id ?? '')
    }
    return ids
  }

  it('payments come in ledger order after the cursor, with their transactions joined', async () => {
    const ids = await payInTurn(5)
    const page = await town.server
      .payments()
      .forAccount(bob.publicKey())
      .cursor(ids[0] ?? '')
      .limit(2)
      .join('transactions')
      .call()
    expect(page.records.map(({ id }) => id)).toEqual(ids.slice(1, 3))
    expect(await page.records[0]?.transaction()).toMatchObject({ memo: '2' })
    const next = await page.next()
    expect(next.records.map(({ id }) => id)).toEqual(ids.slice(3, 5))
    expect((await next.next()).records).toEqual([])
    expect((await next.prev()).records.map(({ id }) => id)).toEqual([ids[2], ids[1]])
  })

  it('the newest come first when asked, and ids carry ledger, transaction and operation', async () => {
    const ids = await payInTurn(3)
    const { records } = await town.server.payments().forAccount(alice.publicKey()).order('desc').call()
    expect(records.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(BigInt(ids[0] ?? '')).toBe((3n << 32n) | (1n << 12n) | 1n)
  })

  it('ten records are the default and 200 the most', async () => {
    await payInTurn(11)
    expect((await town.server.payments().forAccount(bob.publicKey()).call()).records).toHaveLength(10)
    expect((await town.server.payments().forAccount(bob.publicKey()).limit(200).call()).records).toHaveLength(11)
    const { status, body } = await get(town, '/payments?limit=201')
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        type: 'https://stellar.org/horizon-errors/bad_request',
        extras: { invalid_field: 'limit', reason: 'invalid limit: value provided that is over limit max of 200' },
      },
    })
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=ten', 'limit'],
    ['cursor=-5', 'cursor'],
    ['cursor=abc', 'cursor'],
    ['order=up', 'order'],
    ['join=everything', 'join'],
  ])('?%s is refused', async (query, field) => {
    const { status, body } = await get(town, `/payments?${query}`)
    expect({ status, body }).toMatchObject({ status: 400, body: { extras: { invalid_field: field } } })
  })

  it('an account without payments has an empty page that leads on to itself', async () => {
    const { body } = await get(town, `/accounts/${bob.publicKey()}/payments?cursor=77`)
    expect(body).toMatchObject({
      _links: { next: { href: expect.stringContaining('cursor=77&limit=10&order=asc') } },
      _embedded: { records: [] },
    })
    expect(await get(town, `/accounts/${stranger.publicKey()}/payments`)).toMatchObject({ status: 404 })
  })

  it('the cursor now begins after everything that is there', async () => {
    await payInTurn(2)
    const { records } = await town.server.payments().forAccount(bob.publicKey()).cursor('now').call()
    expect(records).toEqual([])
  })

  it('an exchange is in the list of payments of payer and payee, not of the maker', async () => {
    const destination = bob.publicKey()
    await settle(town, {
      operations: [
        Operation.pathPaymentStrictSend({
          sendAsset: xlm,
          sendAmount: '10',
          destination,
          destAsset: usdc,
          destMin: '1',
        }),
      ],
    })
    const paymentsOf = async (who: Keypair) => (await town.server.payments().forAccount(who.publicKey()).call()).records
    expect(await paymentsOf(alice)).toHaveLength(1)
    expect(await paymentsOf(bob)).toHaveLength(1)
    expect(await paymentsOf(bank)).toHaveLength(0)
  })
})

describe('ledgers, root and fees', () => {
  it('the root names the network and how far its history goes', async () => {
    town.horizon.closeLedger()
    expect(await town.server.root()).toMatchObject({
      network_passphrase: PASSPHRASE,
      history_latest_ledger: 3,
      core_latest_ledger: 3,
      ingest_latest_ledger: 3,
      history_elder_ledger: 2,
    })
  })

  it('a ledger counts its transactions, and an empty one is there too', async () => {
    await settle(town, { operations: [pay('1'), pay('2')] })
    await settle(town, { operations: [pay('5', xlm, stranger)] })
    town.horizon.closeLedger()
    const { records } = await town.server.ledgers().order('asc').call()
    expect(records).toMatchObject([
      { sequence: 2, successful_transaction_count: 0 },
      {
        sequence: 3,
        successful_transaction_count: 1,
        failed_transaction_count: 0,
        operation_count: 2,
        fee_pool: '0.0000200',
      },
      {
        sequence: 4,
        successful_transaction_count: 0,
        failed_transaction_count: 1,
        operation_count: 0,
        fee_pool: '0.0000300',
      },
      { sequence: 5, successful_transaction_count: 0, failed_transaction_count: 0, fee_pool: '0.0000300' },
    ])
    expect(records.map(({ prev_hash }) => prev_hash).slice(1)).toEqual(records.map(({ hash }) => hash).slice(0, -1))
    const header = xdr.LedgerHeader.fromXdr(records[1]?.header_xdr ?? '', 'base64')
    expect(header.ledgerSeq).toBe(3)
    expect(await get(town, '/ledgers/6')).toMatchObject({ status: 404 })
    expect(await get(town, '/ledgers/1')).toMatchObject({ status: 410 })
    expect(await get(town, '/nothing')).toMatchObject({ status: 404 })
    expect(await get(town, '/accounts/%ff')).toMatchObject({ status: 404 })
  })

  it('fees are strings, and what was paid per operation', async () => {
    await settle(town, { operations: [pay('1'), pay('2')], fee: '500' })
    const stats = await town.server.feeStats()
    expect(stats).toMatchObject({ last_ledger: '3', last_ledger_base_fee: '100' })
    expect(stats.fee_charged).toMatchObject({ max: '100', min: '100', mode: '100', p99: '100' })
    expect(stats.max_fee).toMatchObject({ max: '500', p50: '500' })
    expect(await town.server.fetchBaseFee()).toBe(100)
  })

  it('a history that forgets answers 410 backwards, and silently begins later forwards', async () => {
    await town.close()
    town = await openTown({ historyFloor: 4 })
    const forgotten = await signed(town, { operations: [pay('1')] })
    await post(town, '/transactions_async', forgotten)
    for (let sequence = 3; sequence <= 4; sequence += 1) town.horizon.closeLedger()
    const kept = await settle(town, { operations: [pay('2')] })
    expect(await get(town, '/payments?order=desc&cursor=12884905985')).toMatchObject({ status: 410 })
    const { records } = await town.server.payments().cursor('1').call()
    expect(records).toMatchObject([{ transaction_hash: kept.hash }])
    expect(await town.server.root()).toMatchObject({ history_elder_ledger: 4 })
  })
})
