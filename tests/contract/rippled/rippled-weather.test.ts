/** Crowds, load, other histories and the limit of guests on the harbour's rippled. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { z } from 'zod'
import { type Draft, frames, GENESIS, openRippled, type RippledWorld } from './rippled-world.ts'

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
const openFee = async () => (await world.client.request({ command: 'fee' })).result.drops.open_ledger_fee

describe('a crowd', () => {
  test('raises the fee at once, keeps out what fails hard and queues the rest until it has gone', async () => {
    expect(await openFee()).toBe('10')
    world.rippled.crowd({ ledgerLimit: 10, others: 11 })
    expect(await openFee()).toBe('6050')
    const hard = await world.send(payment(), world.alice, { failHard: true })
    expect(hard.answer).toMatchObject({ engine_result: 'telCAN_NOT_QUEUE', kept: false, open_ledger_cost: '6050' })
    expect(await world.resultOf(hard.hash)).toBe('waiting')
    const soft = await world.send(payment({ Amount: '2000000' }), world.alice)
    expect(soft.answer).toMatchObject({ engine_result: 'terQUEUED', queued: true, applied: false })
    const paid = await world.send(
      { ...payment({ Amount: '3', Fee: '6050' }), Account: world.carol.address },
      world.carol,
    )
    expect(paid.result).toBe('tesSUCCESS')
    for (const _ of [1, 2, 3]) world.rippled.closeLedger()
    expect(await world.resultOf(paid.hash)).toBe('tesSUCCESS')
    expect(await world.resultOf(soft.hash)).toBe('waiting')
    expect(await openFee()).toBe('6050')

    world.rippled.crowd(null)
    world.rippled.closeLedger()
    world.rippled.closeLedger()
    expect(await world.resultOf(soft.hash)).toBe('tesSUCCESS')
    expect(await world.resultOf(hard.hash)).toBe('waiting')
    expect(await openFee()).toBe('10')
    expect(await arrived()).toBe(2_000_003n)
  })

  test('has what is queued expire with its last ledger', async () => {
    world.rippled.crowd({ ledgerLimit: 1, others: 2 })
    const { hash, result } = await world.send(payment({ LastLedgerSequence: GENESIS + 3 }), world.alice)
    expect(result).toBe('terQUEUED')
    for (const _ of [1, 2, 3]) world.rippled.closeLedger()
    world.rippled.crowd(null)
    world.rippled.closeLedger()
    expect(await world.resultOf(hash)).toBe('waiting')
    expect(await arrived()).toBe(0n)
  })

  test('lets one through that pays for those before it', async () => {
    world.rippled.crowd({ ledgerLimit: 10, others: 11 })
    const first = await world.send(payment(), world.alice)
    expect(first.result).toBe('terQUEUED')
    // 500 times the base, for the squares of 11 and 12, less what the first one pays.
    const second = await world.send(payment({ Sequence: GENESIS + 1, Fee: '13239' }), world.alice)
    expect(second.result).toBe('tesSUCCESS')
    world.rippled.closeLedger()
    expect(await world.resultOf(first.hash)).toBe('tesSUCCESS')
    expect(await world.resultOf(second.hash)).toBe('tesSUCCESS')
  })
})

test('load of the server is asked for on top of the least fee, and fee does not tell', async () => {
  world.rippled.load(3)
  expect((await world.send(payment({ Fee: '29' }), world.alice)).result).toBe('telINSUF_FEE_P')
  expect(await openFee()).toBe('10')
  expect(await world.ask({ command: 'server_info' })).toMatchObject({ info: { load_factor: 3 } })
  expect(await world.ask({ command: 'server_state' })).toMatchObject({ state: { load_factor_server: 768 } })
  expect((await world.send(payment({ Fee: '30' }), world.alice)).result).toBe('tesSUCCESS')
  world.rippled.load(1)
  expect((await world.send(payment(), world.alice)).result).toBe('tesSUCCESS')
})

describe('another history', () => {
  /** Opens a socket. The returned function waits until it is closed. */
  const connection = async () => {
    const socket = new WebSocket(world.rippled.url)
    await new Promise((resolve) => socket.once('open', resolve))
    const isOver = new Promise((resolve) => socket.once('close', resolve))
    return () => isOver
  }
  const last = async () => {
    const [answer] = await frames(world.rippled.url, { command: 'ledger_closed' })
    return z.object({ result: z.object({ ledger_index: z.number(), ledger_hash: z.string() }) }).parse(answer).result
  }

  test('takes the place of the own one for a while, as long as wished', async () => {
    const sent = await world.send(payment(), world.alice)
    // The client would reconnect in the middle of the test.
    await world.client.disconnect()
    for (const _ of [1, 2, 3]) world.rippled.closeLedger()
    const own = await last()
    const isOver = await connection()
    world.rippled.showOtherHistory({ ledgers: 2 })
    await isOver()
    expect((await last()).ledger_index).toBe(GENESIS + 1)
    const [unknown, account] = await frames(
      world.rippled.url,
      { command: 'tx', transaction: sent.hash },
      { command: 'account_info', account: world.bob.address, ledger_index: 'validated' },
    )
    expect(unknown).toMatchObject({ error: 'txnNotFound' })
    expect(account).toMatchObject({ result: { account_data: { Balance: '1000000000' } } })

    const [there] = await frames(world.rippled.url, { command: 'submit', tx_blob: sent.blob })
    expect(there).toMatchObject({ result: { engine_result: 'tesSUCCESS' } })
    expect(world.rippled.closeLedger()).toBe(GENESIS + 2)
    const [included] = await frames(world.rippled.url, { command: 'tx', transaction: sent.hash, api_version: 2 })
    expect(included).toMatchObject({ result: { validated: true, ledger_index: GENESIS + 2 } })

    const isOverAgain = await connection()
    world.rippled.showOwnHistory()
    await isOverAgain()
    expect((await last()).ledger_index).toBe(GENESIS + 4)
    const [before] = await frames(world.rippled.url, { command: 'ledger', ledger_index: GENESIS + 3 })
    expect(before).toHaveProperty('result.ledger_hash', own.ledger_hash)
  })

  test('may be longer than the own one, and has no ledger in common with it', async () => {
    await world.client.disconnect()
    const own = await last()
    world.rippled.showOtherHistory({ ledgers: 500 })
    expect((await last()).ledger_index).toBe(GENESIS + 499)
    const [first] = await frames(world.rippled.url, { command: 'ledger', ledger_index: GENESIS })
    expect(first).not.toHaveProperty('result.ledger_hash', own.ledger_hash)
    expect(world.rippled.weather()).toMatchObject({ history: 'other' })
  })
})

test('a guest is warned, then its socket is closed, and so are new ones for a while', async () => {
  const limited = await openRippled({ guestLimit: { warnAt: 4, closeAt: 6, refusedMs: 60_000 } })
  // The client asked for the server's state when it connected.
  const warnings: unknown[] = []
  let asked = 0
  const socket = new WebSocket(limited.rippled.url)
  await new Promise((resolve) => socket.once('open', resolve))
  const isClosed = new Promise((resolve) => socket.once('close', (code, reason) => resolve([code, String(reason)])))
  socket.on('message', (data) => {
    warnings.push(z.looseObject({ warning: z.string().optional() }).parse(JSON.parse(String(data))).warning)
    asked += 1
    socket.send(JSON.stringify({ command: 'ping' }))
  })
  socket.send(JSON.stringify({ command: 'ping' }))
  expect(await isClosed).toEqual([1008, 'threshold exceeded'])
  expect(warnings.slice(-2)).toEqual(['load', 'load'])
  expect(asked).toBeLessThan(6)
  const next = new WebSocket(limited.rippled.url)
  const refused = new Promise((resolve) => next.once('close', (code) => resolve(code)))
  expect(await refused).toBe(1008)
  await limited.close()
})
