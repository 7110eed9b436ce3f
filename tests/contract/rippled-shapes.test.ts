/**
 * Our answers beside recorded ones of the real server: the same keys with values of the same JSON type. Whatever
 * differs is listed with its reason, and a listed difference that is none fails too.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { Wallet } from 'xrpl'
import { z } from 'zod'
import { frames, GENESIS, openRippled, type RippledWorld, rpc } from './rippled-world.ts'

const FIXTURES = join(process.env.FIXTURES_DIR ?? join(import.meta.dirname, '../../../shared/fixtures'), 'xrpl')
const areThere = existsSync(FIXTURES)
if (!areThere) console.warn(`Shapes are not compared with recordings of rippled: there is no ${FIXTURES}.`)

/** Path (or the beginning of one) to why it differs. */
type Differences = Record<string, string>

const ABSENT_IN_RECORDING = {
  flags: { 'account_data.TicketCount': 'the recorded account has no tickets' },
} as const
const AMENDED = 'the recorded server is older'
const OTHER_KIND = 'the recorded transaction is of another kind'
const OPTIONAL_FIELD = 'the recorded transaction leaves it out, which its signer may'
const NO_SUCH_ID = 'the recorded request had no id or version to echo, or the recorder left it out'

let world: RippledWorld
let paid: { hash: string; blob: string }
let closed: Record<string, unknown>[]
const HASH = 'A'.repeat(64)

beforeAll(async () => {
  if (!areThere) return
  world = await openRippled()
  closed = await streams(async () => {
    paid = await world.send(
      {
        TransactionType: 'Payment',
        Account: world.alice.address,
        Destination: world.bob.address,
        Amount: '5000000',
        DestinationTag: 7,
        LastLedgerSequence: GENESIS + 20,
      },
      world.alice,
    )
    await world.send({ TransactionType: 'Payment', Account: world.alice.address, Destination: world.bob.address, Amount: '9' }, world.alice)
    world.rippled.closeLedger()
  })
})
afterAll(() => world?.close())

/** What two subscribers, one of each version, hear while something happens. */
async function streams(happening: () => Promise<void>): Promise<Record<string, unknown>[]> {
  const heard: Record<string, unknown>[] = []
  const sockets = await Promise.all(
    [1, 2].map(async (api_version) => {
      const socket = new WebSocket(world.rippled.url)
      await new Promise((resolve) => socket.once('open', resolve))
      const ready = new Promise((resolve) => socket.once('message', resolve))
      socket.send(JSON.stringify({ command: 'subscribe', streams: ['ledger'], accounts: [world.bob.address], api_version }))
      await ready
      socket.on('message', (data) => heard.push(JSON.parse(String(data)) as Record<string, unknown>))
      return socket
    }),
  )
  await happening()
  await vi.waitFor(() => expect(heard).toHaveLength(6))
  for (const socket of sockets) socket.close()
  return heard
}

const ws = async (request: Record<string, unknown>) => (await frames(world.rippled.url, { id: 1, ...request }))[0]
const http = async (method: string, params: Record<string, unknown> = {}) =>
  (await rpc(world.rippled.url, method, params)).json() as Promise<Record<string, unknown>>
const recorded = (name: string): unknown => JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8'))
const account = () => ({ account: world.alice.address, ledger_index: 'validated' })

describe.skipIf(!areThere)('answers have the shape of the recorded', () => {
  const compare = (name: string, ask: () => unknown, differences: Differences = {}) =>
    test(name, async () => {
      expect(differing(await ask(), recorded(name), differences)).toEqual([])
    })

  compare('ping.ws', () => ws({ command: 'ping' }))
  compare('server_info.mainnet-1.12.ws', () => ws({ command: 'server_info' }))
  compare('server_info.mainnet-1.12.jsonrpc', () => http('server_info'))

  compare('server_state.ws', () => ws({ command: 'server_state' }))
  compare('fee.normal.ws', () => ws({ command: 'fee' }))
  compare('ledger_current.ws', () => ws({ command: 'ledger_current' }))
  compare('ledger_closed.ws', () => ws({ command: 'ledger_closed' }))
  compare('ledger.v2.header.ws', () => ws({ command: 'ledger', ledger_index: 'validated', api_version: 2 }))
  compare('ledger.v2.header.jsonrpc', () => http('ledger', { ledger_index: 'validated', api_version: 2 }))
  compare('ledger.v1.expanded.mainnet-87704323', async () => (await http('ledger', { ledger_index: 'validated', transactions: true, expand: true })).result)
  compare('ledger.error.lgrNotFound.ws', () => ws({ command: 'ledger', ledger_index: 34 }))
  compare('account_info.validated.jsonrpc', () => http('account_info', account()))
  compare('account_info.reliable-submission.jsonrpc', () => http('account_info', account()))
  compare('account_info.error.actNotFound.ws', () => ws({ command: 'account_info', account: Wallet.generate().address }))
  compare('account_lines.ws', () => ws({ command: 'account_lines', account: world.alice.address, api_version: 2 }))
  compare('account_objects.ws', () => ws({ command: 'account_objects', ...account() }))
  compare('ledger_entry.accountroot.ws', () => ws({ command: 'ledger_entry', account_root: world.alice.address, ledger_index: 'validated' }))
  compare('ledger_entry.error.entryNotFound', () => ws({ command: 'ledger_entry', index: HASH, binary: false, ledger_index: 'validated' }))
  compare('tx.v1.payment-xrp.success.no-tag.jsonrpc', () => http('tx', { transaction: paid.hash }))
  compare('tx.v2.offercreate.success.ws', () => ws({ command: 'tx', transaction: paid.hash, api_version: 2 }))
  compare('tx.v2.offercreate.success.jsonrpc', () => http('tx', { transaction: paid.hash, api_version: 2 }))
  compare('tx.error.txnNotFound.ws', () => ws({ command: 'tx', transaction: HASH, binary: false, min_ledger: GENESIS, max_ledger: GENESIS }))
  compare('tx.error.txnNotFound.jsonrpc', () => http('tx', { transaction: HASH, min_ledger: GENESIS, max_ledger: GENESIS }))
  compare('tx.error.txnNotFound.old-code-24.ws', () => ws({ command: 'tx', transaction: HASH }))
  compare('account_tx.v1.payments.marker.ws', () => ws({ command: 'account_tx', account: world.bob.address, limit: 1 }))
  compare('account_tx.v1.payments.marker.jsonrpc', () => http('account_tx', { account: world.bob.address, limit: 1 }))
  compare('account_tx.v2.payments-with-tags.marker.ws', () => ws({ command: 'account_tx', account: world.bob.address, limit: 1, api_version: 2 }))
  compare('submit.tesSUCCESS.v2.ws', () => ws({ command: 'submit', tx_blob: paid.blob, api_version: 2 }))
  compare('submit.tefPAST_SEQ.jsonrpc', () => http('submit', { tx_blob: paid.blob }))
  compare('subscribe.ack.ledger', () => ws({ command: 'subscribe', streams: ['ledger'] }))
  compare('subscribe.ack.accounts', () => ws({ command: 'subscribe', accounts: [world.bob.address] }))
  compare('subscribe.error.invalidParams', () => ws({ command: 'subscribe', streams: 'validations' }))
  compare('unsubscribe.ack', () => ws({ command: 'unsubscribe', streams: ['ledger'] }))
  compare('stream.ledgerClosed', () => closed.find(({ type }) => type === 'ledgerClosed'))
  compare('stream.transaction.v1.payment-xrp.with-tag', () => closed.find((news) => 'transaction' in news))
  compare('stream.transaction.v2.payment-xrp.no-tag', () => closed.find((news) => 'tx_json' in news))
  compare('error.slowDown.server_info', () => {
    world.faults.set({ target: 'rippled', kind: 'too_many', times: 1 })
    return ws({ command: 'server_info' })
  })
})

/** Every path in a value with the type found there; the items of a list count as one. */
function shapeOf(value: unknown, path = '', shape = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value)) {
    shape.set(path, 'list')
    for (const item of value) shapeOf(item, `${path}[]`, shape)
  } else if (typeof value === 'object' && value !== null) {
    if (path !== '') shape.set(path, 'object')
    for (const [key, inner] of Object.entries(value)) shapeOf(inner, path === '' ? key : `${path}.${key}`, shape)
  } else {
    shape.set(path, value === null ? 'null' : typeof value)
  }
  return shape
}

function differing(ours: unknown, theirs: unknown, differences: Differences): string[] {
  const [own, other] = [shapeOf(ours), shapeOf(theirs)]
  const found = [...new Set([...own.keys(), ...other.keys()])]
    .filter((path) => own.get(path) !== other.get(path))
    .map((path) => ({ path, text: `${path}: ${own.get(path) ?? 'absent'}, recorded ${other.get(path) ?? 'absent'}` }))
  const excuses = (path: string) => Object.keys(differences).filter((excused) => isAtOrBelow(path, excused))
  const used = new Set(found.flatMap(({ path }) => excuses(path)))
  const idle = Object.keys(differences).filter((excused) => !used.has(excused))
  return [
    ...found.filter(({ path }) => excuses(path).length === 0).map(({ text }) => text),
    ...idle.map((excused) => `${excused}: excused, but the same`),
  ]
}

function isAtOrBelow(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}.`) || path.startsWith(`${ancestor}[`)
}
