/**
 * Our answers have the keys and JSON types of the real server's recorded ones, but for differences listed with a
 * reason.
 */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { Wallet } from 'xrpl'
import { z } from 'zod'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { frames, GENESIS, openRippled, RICH, type RippledWorld, rpc, type Submitted } from '../rippled-world.ts'
import { areThere, type Differences, differing, FIXTURES, OLDER, recorded } from './recorded-shapes.ts'

if (!areThere) console.warn(`Shapes are not compared with recordings of rippled: there is no ${FIXTURES}.`)

const WRITTEN = 'the recording is from the documentation; servers answer with what was signed (Submit.cpp)'
const OTHER_CURRENCY = 'the recorded payment is in an issued currency'
const IN_A_LEDGER: Differences = Object.fromEntries(
  ['inLedger', 'ledger_index'].map((field) => [`result.tx_json.${field}`, 'ours is in a closed ledger by then']),
)
const ALSO_SERVER = 'the recorded request subscribed to the server stream besides'
const OTHER_KIND: Differences = Object.fromEntries(
  ['tx_json.Destination', 'tx_json.DeliverMax', 'tx_json.OfferSequence', 'tx_json.TakerGets', 'tx_json.TakerPays']
    .concat(['meta.delivered_amount', 'meta.AffectedNodes[]'])
    .map((path) => [`result.${path}`, 'the recorded transaction is an offer']),
)

const HASH = 'A'.repeat(64)
let world: RippledWorld
let paid: Submitted
let deleted: Submitted
let pushed: Record<string, unknown>[]

beforeAll(async () => {
  if (!areThere) return
  world = await openRippled({ deletableAfter: 0 })
  const { alice, bob, carol } = world
  await world.settle({ TransactionType: 'TicketCreate', Account: carol.address, TicketCount: 2 }, carol)
  const dave = Wallet.generate()
  await world.settle(
    { TransactionType: 'Payment', Account: carol.address, Destination: dave.address, Amount: '5000000' },
    carol,
  )
  deleted = await world.send(
    { TransactionType: 'AccountDelete', Account: dave.address, Destination: carol.address, Fee: '200000' },
    dave,
  )
  world.rippled.closeLedger()
  pushed = await pushedWhile(async () => {
    const payment = { TransactionType: 'Payment', Account: alice.address, Destination: bob.address, Amount: '5000000' }
    paid = await world.send(payment, alice)
    await world.send({ ...payment, DestinationTag: 7 }, alice)
    world.rippled.closeLedger()
  })
})
afterAll(() => world?.close())

/** What two subscribers, one of each API version, receive: one ledger and two transactions each. */
async function pushedWhile(happening: () => Promise<void>): Promise<Record<string, unknown>[]> {
  const heard: Record<string, unknown>[] = []
  const sockets = await Promise.all(
    [1, 2].map(async (api_version) => {
      const socket = new WebSocket(world.rippled.url)
      await new Promise((resolve) => socket.once('open', resolve))
      const isReady = new Promise((resolve) => socket.once('message', resolve))
      const wanted = { streams: ['ledger'], accounts: [world.bob.address] }
      socket.send(JSON.stringify({ command: 'subscribe', ...wanted, api_version }))
      await isReady
      socket.on('message', (data) => heard.push(JSON.parse(String(data)) as Record<string, unknown>))
      return socket
    }),
  )
  await happening()
  await vi.waitFor(() => expect(heard).toHaveLength(6), { timeout: PATIENCE_MS })
  for (const socket of sockets) socket.close()
  return heard
}

async function post(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  return (await (await rpc(world.rippled.url, method, params)).json()) as Record<string, unknown>
}

describe.skipIf(!areThere)('an answer has the shape of the recorded', () => {
  const compare = (name: string, ask: () => unknown, differences: Differences = {}) =>
    test(name, async () => {
      expect(differing(await ask(), recorded(name), differences)).toEqual([])
    })
  /** Sends the recorded request id, if there is one. */
  const compareFrame = (name: string, request: () => Record<string, unknown>, differences: Differences = {}) =>
    compare(
      name,
      async () => {
        const { id } = z.looseObject({ id: z.unknown().optional() }).parse(recorded(name))
        return (await frames(world.rippled.url, { ...request(), id }))[0]
      },
      differences,
    )
  const alice = () => ({ account: world.alice.address, ledger_index: 'validated' })

  compareFrame('ping.ws', () => ({ command: 'ping' }))
  compareFrame('server_info.mainnet-1.12.ws', () => ({ command: 'server_info' }))
  compare('server_info.mainnet-1.12.jsonrpc', () => post('server_info'))
  compareFrame('server_state.ws', () => ({ command: 'server_state' }), {
    'result.state.initial_sync_duration_us': OLDER,
    'result.state.network_id': OLDER,
    'result.state.ports': OLDER,
  })
  compareFrame('fee.normal.ws', () => ({ command: 'fee' }))

  compareFrame('ledger_current.ws', () => ({ command: 'ledger_current' }))
  compareFrame('ledger_closed.ws', () => ({ command: 'ledger_closed' }))
  compareFrame('ledger.v2.header.ws', () => ({ command: 'ledger', ledger_index: 'validated', api_version: 2 }))
  compare('ledger.v2.header.jsonrpc', () => post('ledger', { ledger_index: 'validated', api_version: 2 }))
  compare(
    'ledger.v1.expanded.mainnet-87704323',
    async () => (await post('ledger', { ledger_index: 'validated', transactions: true, expand: true })).result,
    { 'ledger.transactions[]': 'the recorded are of every kind; single payments are compared below' },
  )
  compare('ledger-tx.payment-xrp.success.with-tag', () => firstOfLedger('validated'))
  compare('ledger-tx.payment-xrp.tecUNFUNDED_PAYMENT', () => failedPayment(), {
    Memos: 'the recorded payment carries a memo',
  })
  compareFrame('ledger.error.lgrNotFound.ws', () => ({ command: 'ledger', ledger_index: 34 }))
  compareFrame('ledger_entry.accountroot.ws', () => {
    return { command: 'ledger_entry', account_root: world.alice.address, ledger_index: 'validated' }
  })
  compareFrame(
    'ledger_entry.error.entryNotFound',
    () => ({ command: 'ledger_entry', index: HASH, binary: false, ledger_index: 'validated' }),
    { index: OLDER, error_code: OLDER, error_message: OLDER },
  )

  compare('account_info.validated.jsonrpc', () => post('account_info', alice()), { 'result.account_flags': OLDER })
  compare('account_info.reliable-submission.jsonrpc', () => post('account_info', alice()), {
    'result.account_flags': OLDER,
    'result.ledger_hash': 'the recorder left it out',
  })
  compareFrame(
    'account_info.error.actNotFound.ws',
    () => ({ command: 'account_info', account: Wallet.generate().address }),
    { validated: OLDER },
  )
  compareFrame('account_lines.ws', () => ({ command: 'account_lines', account: world.alice.address, api_version: 2 }), {
    'result.lines[]': 'nobody has trust lines here',
    'result._nodepref': 'added by a load balancer',
  })
  compareFrame(
    'account_objects.ws',
    () => ({ command: 'account_objects', account: world.carol.address, ledger_index: 'validated', limit: 1 }),
    { 'result.account_objects[]': 'the recorded are trust lines', 'result._nodepref': 'added by a load balancer' },
  )

  compare('tx.v1.payment-xrp.success.no-tag.jsonrpc', () => post('tx', { transaction: paid.hash }))
  compareFrame('tx.v1.accountdelete.delivers-xrp', () => ({ command: 'tx', transaction: deleted.hash }), {
    'result.ctid': OLDER,
  })
  compareFrame(
    'tx.v2.offercreate.success.ws',
    () => ({ command: 'tx', transaction: paid.hash, api_version: 2 }),
    OTHER_KIND,
  )
  compare('tx.v2.offercreate.success.jsonrpc', () => post('tx', { transaction: paid.hash, api_version: 2 }), OTHER_KIND)
  const unknown = { transaction: HASH, binary: false, min_ledger: GENESIS, max_ledger: GENESIS }
  compareFrame('tx.error.txnNotFound.ws', () => ({ command: 'tx', ...unknown }))
  compare('tx.error.txnNotFound.jsonrpc', () => post('tx', unknown))
  compareFrame('tx.error.txnNotFound.old-code-24.ws', () => ({ command: 'tx', transaction: HASH }))

  const oneOfBob = () => ({ account: world.bob.address, limit: 1 })
  const LATER = { 'result.transactions[].tx.DeliverMax': OLDER }
  compareFrame('account_tx.v1.payments.marker.ws', () => ({ command: 'account_tx', ...oneOfBob() }), LATER)
  compare('account_tx.v1.payments.marker.jsonrpc', () => post('account_tx', oneOfBob()), LATER)
  compareFrame('account_tx.v2.payments-with-tags.marker.ws', () => {
    return { command: 'account_tx', ...oneOfBob(), api_version: 2 }
  })
  compareFrame('submit.tesSUCCESS.v2.ws', () => ({ command: 'submit', tx_blob: paid.blob, api_version: 2 }), {
    'result.tx_json.DeliverMax': WRITTEN,
    'result.tx_json.Amount': WRITTEN,
    ...IN_A_LEDGER,
  })
  compare('submit.tefPAST_SEQ.jsonrpc', () => post('submit', { tx_blob: paid.blob }), {
    'result.tx_json.Amount': OTHER_CURRENCY,
    ...IN_A_LEDGER,
  })

  compareFrame('subscribe.ack.ledger', () => ({ command: 'subscribe', streams: ['ledger'] }), {
    'result.network_id': OLDER,
    ...Object.fromEntries(
      ['hostid', 'load_base', 'load_factor', 'pubkey_node', 'random', 'server_status'].map((field) => [
        `result.${field}`,
        ALSO_SERVER,
      ]),
    ),
  })
  compareFrame('subscribe.ack.accounts', () => ({ command: 'subscribe', accounts: [world.bob.address] }))
  compareFrame('subscribe.error.invalidParams', () => ({ command: 'subscribe', streams: 'validations' }))
  compareFrame('unsubscribe.ack', () => ({ command: 'unsubscribe', streams: ['ledger'] }))
  compare('stream.ledgerClosed', () => pushed.find(({ type }) => type === 'ledgerClosed'), {
    fee_ref: 'xrpld gives it no more',
  })
  compare('stream.transaction.v1.payment-xrp.with-tag', () => pushed.find((news) => 'transaction' in news))
  compare('stream.transaction.v2.payment-xrp.no-tag', () => pushed.find((news) => 'tx_json' in news))
})

const LedgerSchema = z.looseObject({
  result: z.looseObject({ ledger: z.looseObject({ transactions: z.array(z.unknown()) }) }),
})

async function firstOfLedger(ledger_index: string | number): Promise<unknown> {
  const answer = await post('ledger', { ledger_index, transactions: true, expand: true })
  return LedgerSchema.parse(answer).result.ledger.transactions[0]
}

async function failedPayment(): Promise<unknown> {
  const { carol, bob } = world
  const tooMuch = { TransactionType: 'Payment', Account: carol.address, Destination: bob.address, Amount: RICH }
  await world.send(tooMuch, carol)
  return firstOfLedger(world.rippled.closeLedger())
}
