/** The operator explains what left the account unknown to the books; after the last explanation payouts continue. */

import { Horizon, Operation, Asset as StellarAsset, TransactionBuilder } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { explainTransaction } from '#app/settlement/payouts/workflows/outgoing/explain-outgoing.server.ts'
import {
  readAllOutgoing,
  readOutgoingTransactions,
} from '#app/settlement/payouts/workflows/outgoing/read-outgoing.server.ts'
import { stellarPlayKey } from '#harbour/accounts.ts'
import { type AdminPanelOf, openDesk, operator, refusalOf, thrownBy } from '#tests/support/settlement/admin.ts'
import { slotOf } from '#tests/support/settlement/payout-rounds.ts'
import { type Cast, castOf, deskOf } from '#tests/support/settlement/settlement.ts'
import { granted, unpaidBuyer, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const REASON = 'Paid by hand while the worker was down.'

let world: World
let cast: Cast
let desk: AdminPanelOf
let trades: ReturnType<typeof deskOf>
let olga: Awaited<ReturnType<typeof operator>>

beforeAll(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
  cast = await castOf(world)
  trades = deskOf(world, cast)
  desk = await openDesk(world)
  olga = await operator(world)
  await read()
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

async function read(): Promise<void> {
  for (const network of ['stellar', 'xrpl', 'stellar', 'xrpl'] as const)
    await readOutgoingTransactions(world.deps, network)
}

/** Pays with the account's key, past Quayside; returns the hash. */
async function payByHand(asset: Asset, amount: string, to = walletOf(asset)): Promise<string> {
  const treasury = world.deps.treasuries[networkOf(asset)]
  const lane = await slotOf(world, networkOf(asset))
  const order = { payoutId: 'by hand', lane, asset, address: to, memo: null, amount: new Decimal(amount) }
  const signed = await treasury.sign(order)
  await treasury.submit(signed)
  await expect.poll(async () => (await treasury.outcomeOf(signed)).kind).toBe('settled')
  await readOutgoingTransactions(world.deps, networkOf(asset))
  return signed.hash
}

async function due(asset: Asset, amount: string) {
  const trade = await trades.openFunded(asset, amount)
  granted(await trades.confirm(trade))
  granted(await trades.review(trade))
  return { ...trade, payoutId: (await trades.payouts(trade))[0]?.id ?? '' }
}

const list = async (path = '/x') => (await desk.outgoing.loader(await desk.ask({ person: olga, path }))).list
const send = async (fields: Record<string, string>) =>
  desk.outgoing.action(await desk.ask({ person: olga }, { intent: 'explain', ...fields }))
const openStops = () => world.deps.db.payoutStop.count({ where: { cause: 'unexplained', endedAt: null } })

test.each(['XLM', 'XRP'] as const)(
  'what paid a payout by hand in %s is asked about once more and then confirms it',
  async (asset) => {
    const { payoutId, escrowId, transactionId } = await due(asset, '6.25')
    const hash = await payByHand(asset, '6.25')
    const [row] = (await list()).rows
    expect(row).toMatchObject({
      hash,
      facts: { payments: [{ to: walletOf(asset), asset, amount: '6.25' }] },
      candidates: [{ id: payoutId, transactionId }],
    })
    const typed = { transaction: row!.id, answer: payoutId, reason: REASON }
    expect(refusalOf(await send({ ...typed, answer: '' }))).toBe('outgoing_answer_required')
    expect(refusalOf(await send({ ...typed, reason: '' }))).toBe('outgoing_reason_required')
    expect(refusalOf(await send({ ...typed, answer: escrowId }))).toBe('outgoing_mismatch')
    expect(await send(typed)).toMatchObject({ sure: { payout: { id: payoutId, transactionId }, stillOpen: 0 } })
    expect(await send({ ...typed, answer: 'foreign' })).toMatchObject({ sure: { payout: null, stillOpen: 1 } })
    expect(await world.deps.db.transfer.findUniqueOrThrow({ where: { id: payoutId } })).toMatchObject({
      state: 'queued',
    })

    // Two tabs and a double click: one of them counts.
    const told = { outgoingId: row!.id, answer: payoutId, reason: REASON, operatorId: olga.id }
    const ends = await Promise.all([1, 2, 3, 4].map(() => explainTransaction(world.deps, told)))
    expect(ends.filter((end) => 'explainedAt' in end)).toHaveLength(1)
    expect(refusalOf(await send({ ...typed, sure: 'yes' }))).toBe('outgoing_explained')
    expect(await world.deps.db.transfer.findUniqueOrThrow({ where: { id: payoutId } })).toMatchObject({
      state: 'confirmed',
      settledHash: hash,
    })
    expect(await trades.letters({ escrowId, transactionId, asset })).toEqual(
      expect.arrayContaining(['funds_released to buyer', 'funds_released to seller']),
    )
    expect(await openStops()).toBe(0)
    const kept = (await list('/x?state=closed')).rows.find((shown) => shown.hash === hash)
    expect(kept?.explained).toMatchObject({ by: 'An operator', reason: REASON, transactionId })
    const events = await world.deps.db.auditEvent.findMany({ where: { userId: olga.id }, select: { kind: true } })
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['outgoing_explained', 'funds_released', 'outgoing_all_explained']),
    )
  },
)

test('payouts stay stopped until the last one is explained, whatever is written to the stop', async () => {
  for (const amount of ['1.5', '1.6']) await payByHand('XLM', amount, walletOf('XLM', 'friend'))
  const end = { endedAt: new Date(), endReason: 'I say so' }
  await expect(
    world.deps.db.payoutStop.updateMany({ where: { network: 'stellar', endedAt: null }, data: end }),
  ).rejects.toThrow(/still unexplained/)
  const [first, second] = (await list()).rows
  const typed = (id: string) => ({ transaction: id, answer: 'foreign', reason: 'To the exchange.', sure: 'yes' })
  const locationOf = (answer: unknown) => (answer instanceof Response ? answer.headers.get('Location') : answer)
  expect(locationOf(await send(typed(first!.id)))).toBe('/admin-panel/outgoing?explained=1')
  expect(await openStops()).toBe(1)
  expect(locationOf(await send(typed(second!.id)))).toBe('/admin-panel/outgoing?last=1')
  expect(await openStops()).toBe(0)
})

test('it is nobody’s to say but an operator’s', async () => {
  await payByHand('XLM', '1.7', walletOf('XLM', 'friend'))
  const [row] = (await list()).rows
  const fields = { intent: 'explain', transaction: row!.id, answer: 'foreign', reason: REASON, sure: 'yes' }
  for (const person of [null, await unpaidBuyer(world), cast.seller]) {
    const answer = await thrownBy(Promise.resolve(desk.outgoing.action(await desk.ask({ person }, fields))))
    expect(answer.status).toBe(403)
  }
  expect((await list()).rows).toHaveLength(1)
  await send(fields)
})

test('a stop that somebody took away is there again with the next reading', async () => {
  await payByHand('XLM', '1.8', walletOf('XLM', 'friend'))
  await world.deps.db.$executeRaw`alter table "payout_stop" disable trigger user`
  await world.deps.db.payoutStop.deleteMany()
  await world.deps.db.$executeRaw`alter table "payout_stop" enable trigger user`
  await readOutgoingTransactions(world.deps, 'stellar')
  expect(await openStops()).toBe(1)
  const [row] = (await list()).rows
  await send({ transaction: row!.id, answer: 'foreign', reason: REASON, sure: 'yes' })
})

test('numbers that no transaction explains hold payouts up, stop them after a minute, and go on when accepted', async () => {
  const { db } = world.deps
  await read()
  // As if transactions that no server shows had used a sequence number and a ticket.
  await db.$executeRaw`
    update "outgoing_cursor" set "sequence" = ("sequence"::numeric - 1)::text, "tickets" = array_append("tickets", '7'), "mark" = null
    where "account" = ${world.deps.accounts.xrpl.escrow}`
  const later = { ...world.deps, clock: { now: () => new Date(Date.now() + 61_000) } }
  await expect(readOutgoingTransactions(world.deps, 'xrpl')).rejects.toThrow(/not all shown/)
  expect(await openStops()).toBe(0)
  await readOutgoingTransactions(later, 'xrpl')
  expect(await openStops()).toBe(1)
  const { gaps } = await list()
  expect(gaps).toMatchObject([{ network: 'xrpl', tickets: ['7'], sequence: expect.any(String) }])
  const fields = { intent: 'accept', transaction: gaps[0]!.id }
  expect(refusalOf(await send({ ...fields, reason: '' }))).toBe('outgoing_reason_required')
  expect(await send({ ...fields, reason: REASON })).toMatchObject({ sure: { intent: 'accept', reason: REASON } })
  expect(await openStops()).toBe(1)
  await send({ ...fields, reason: REASON, sure: 'yes' })
  expect(await openStops()).toBe(0)
  await readOutgoingTransactions(world.deps, 'xrpl')
  expect((await list()).gaps).toEqual([])
})

test('numbers whose transactions show up later explain themselves', async () => {
  const { db } = world.deps
  const account = world.deps.accounts.stellar.escrow
  await read()
  const [{ sequence } = { sequence: '0' }] = await db.$queryRaw<{ sequence: string }[]>`
    select "sequence" from "outgoing_cursor" where "account" = ${account}`
  const setTo = (number: string) =>
    db.$executeRaw`update "outgoing_cursor" set "sequence" = ${number}, "mark" = null where "account" = ${account}`
  await setTo(String(BigInt(sequence) - 1n))
  await readOutgoingTransactions(world.deps, 'stellar').catch(() => undefined)
  await readOutgoingTransactions({ ...world.deps, clock: { now: () => new Date(Date.now() + 61_000) } }, 'stellar')
  expect(await openStops()).toBe(1)
  await setTo(sequence)
  await readOutgoingTransactions(world.deps, 'stellar')
  expect(await openStops()).toBe(0)
})

/** Pays by hand, with a wallet, as people pay from there. */
async function payFromFees(): Promise<string> {
  const { HORIZON_URL: url = '', STELLAR_PASSPHRASE: networkPassphrase = '' } = world.harbour.environment()
  const key = stellarPlayKey('fee')
  const server = new Horizon.Server(url, { allowHttp: true })
  const payment = { destination: walletOf('XLM'), asset: StellarAsset.native(), amount: '1' }
  const transaction = new TransactionBuilder(await server.loadAccount(key.publicKey()), {
    fee: '1000',
    networkPassphrase,
  })
    .addOperation(Operation.payment(payment))
    .setTimeout(60)
    .build()
  transaction.sign(key)
  return (await server.submitTransaction(transaction)).hash
}

test('the account of the fees is written down and stops nothing', async () => {
  await readAllOutgoing(world.deps, { network: 'stellar' })
  const hash = await payFromFees()
  await readAllOutgoing(world.deps, { network: 'stellar' })
  const where = {
    network_hash_account: { network: 'stellar' as const, hash, account: world.deps.accounts.stellar.fee },
  }
  expect(await world.deps.db.outgoingTransaction.findUniqueOrThrow({ where })).toMatchObject({ explanation: 'by_hand' })
  expect(await openStops()).toBe(0)
})

test('what the ledger told stays, and is explained once', async () => {
  const { db } = world.deps
  const { id } = await db.outgoingTransaction.findFirstOrThrow({ where: { explanation: 'foreign' } })
  await expect(db.outgoingTransaction.update({ where: { id }, data: { sequence: '0' } })).rejects.toThrow(
    /as the ledger told/,
  )
  await expect(db.outgoingTransaction.update({ where: { id }, data: { reason: 'Other' } })).rejects.toThrow(
    /is explained/,
  )
  await expect(db.outgoingTransaction.delete({ where: { id } })).rejects.toThrow(/never deleted/)
  const { payoutId } = await due('XLM', '2.5')
  const state = { state: 'confirmed' as const, settledHash: 'no hash', settledAt: new Date() }
  await expect(db.transfer.update({ where: { id: payoutId }, data: state })).rejects.toThrow(/the ledger does not say/)
})
