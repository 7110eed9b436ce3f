/**
 * A stranger sends next to nothing, a thousand times a second: 20,000 payments to one escrow's reference and 20,000 without any, on the
 * whole of Quayside, while others pay for their escrows. Times are printed and decide nothing; what must hold is counted: every payment
 * is stored once and counted right, and those who pay are funded.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { Account, Asset, Horizon, Keypair, Memo, Operation, TransactionBuilder } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { HARBOUR_PASSPHRASE, stellarPlayKey } from '#harbour/accounts.ts'
import { harbourEnvironment } from '#harbour/environment.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { type RunningStack, type Source, startSource, startStackOfTests } from '#tests/support/app/stack-of-tests.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { letWait } from '#tests/support/world/waiting.ts'

/** As on Stellar. */
const LEDGER_MS = 5_000
const PAYMENTS_OF_A_TRANSACTION = 100
const TRANSACTIONS_A_SECOND = 10
const SECONDS = 40
const SPECK = '0.0000001'
/** When, of the flood's seconds, somebody else pays. */
const PAID_AFTER = [8, 20, 32]

let source: Source & { stop(): Promise<void> }
let stack: RunningStack
let db: Database

beforeAll(async () => {
  source = await startSource()
  stack = await startStackOfTests(source, {}, LEDGER_MS)
  db = openDatabase({ url: stack.address.databaseUrl, connections: 4 })
}, 600_000)

afterAll(async () => {
  await db?.$disconnect()
  await stack?.stop()
  await source?.stop()
}, 120_000)

/** Stellar takes one transaction of an account at a time: each of these sends one. */
const TRANSACTIONS = SECONDS * TRANSACTIONS_A_SECOND
const OPENED_AT_ONCE = 100

/** Signed before anything is measured: transactions of a hundred payments each; every other one carries the memo. */
async function prepareFlood(memo: string): Promise<{ send(place: number): void; all(): Promise<unknown> }> {
  const harbourPort = Number(new URL(stack.address.harbourOrigin).port)
  const url = String(harbourEnvironment({ harbourPort }).HORIZON_URL)
  const horizon = new Horizon.Server(url, { allowHttp: true })
  const write = (source: Account) =>
    new TransactionBuilder(source, {
      fee: '10000',
      networkPassphrase: HARBOUR_PASSPHRASE,
      timebounds: { minTime: 0, maxTime: 0 },
    })
  const accountOf = async (key: Keypair) =>
    new Account(key.publicKey(), (await horizon.loadAccount(key.publicKey())).sequenceNumber())
  const rich = stellarPlayKey('seller')
  const keys = Array.from({ length: TRANSACTIONS }, () => Keypair.random())
  for (let opened = 0; opened < keys.length; opened += OPENED_AT_ONCE) {
    const opening = write(await accountOf(rich))
    for (const key of keys.slice(opened, opened + OPENED_AT_ONCE)) {
      opening.addOperation(Operation.createAccount({ destination: key.publicKey(), startingBalance: '20' }))
    }
    const transaction = opening.build()
    transaction.sign(rich)
    await horizon.submitTransaction(transaction, { skipMemoRequiredCheck: true })
  }
  const bodies: string[] = []
  for (const [place, key] of keys.entries()) {
    const builder = write(await accountOf(key))
    for (let placed = 0; placed < PAYMENTS_OF_A_TRANSACTION; placed += 1) {
      const destination = playAddress('escrow', 'XLM')
      builder.addOperation(Operation.payment({ destination, asset: Asset.native(), amount: SPECK }))
    }
    if (place % 2 === 0) builder.addMemo(Memo.id(memo))
    const transaction = builder.build()
    transaction.sign(key)
    bodies.push(new URLSearchParams({ tx: transaction.toXDR() }).toString())
  }
  const underWay: Promise<unknown>[] = []
  const submit = async (body: string) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${url}/transactions`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.arrayBuffer()
  }
  return {
    send(place) {
      const sent = submit(bodies[place] ?? '')
      // Told when all of them are asked for.
      sent.catch(() => undefined)
      underWay.push(sent)
    },
    all: () => Promise.all(underWay),
  }
}

/** Pays for an escrow as anybody does; answers with the time between the close of the ledger and the escrow's being funded. */
async function payOne({ id, reference }: { id: string; reference: number }): Promise<number> {
  const paid = await fetch(`${stack.address.harbourOrigin}/api/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      from: 'buyer',
      asset: 'XLM',
      to: playAddress('escrow', 'XLM'),
      amount: '1000',
      memo: String(reference),
    }),
  })
  expect(paid.status, await paid.text()).toBe(200)
  // The wallet answers when the ledger has closed.
  const closed = performance.now()
  for (;;) {
    const { verifiedAt } = await db.escrow.findUniqueOrThrow({ where: { id }, select: { verifiedAt: true } })
    if (verifiedAt) return performance.now() - closed
    await delay(50)
  }
}

type Lag = { quarter: number; payments: number; p50: number; p99: number }

/** How long after the close of its ledger each payment was stored, by quarters of the flood. */
const lagsOf = () => db.$queryRaw<Lag[]>`
  select "quarter"::int, count(*)::int as "payments",
    percentile_cont(0.5) within group (order by "lag") as "p50", percentile_cont(0.99) within group (order by "lag") as "p99"
  from (select ntile(4) over (order by "closedAt", "id") as "quarter", extract(epoch from "seenAt" - "closedAt")::float8 * 1000 as "lag"
    from "ledger_payment" where "amount" < 0.001) p
  group by "quarter" order by "quarter"`

test(`${SECONDS * 1000} payments at 1,000 a second are recorded as they arrive, and others are funded meanwhile`, async () => {
  const { id: ownerId } = await aUser(db, { role: 'buyer', hasPaid: true })
  const account = (asset: 'XLM' | 'XRP') => ({ fee: playAddress('fee', asset), escrow: playAddress('escrow', asset) })
  await letWait(
    { deps: { db, accounts: { stellar: account('XLM'), xrpl: account('XRP') } } },
    { ownerId, from: 1, to: 1 + PAID_AFTER.length },
  )
  const [victim, ...others] = await db.escrow.findMany({ orderBy: { reference: 'asc' } })
  if (!victim) throw new Error('nobody waits')
  const flood = await prepareFlood(String(victim.reference))
  const paying: Promise<number>[] = []
  const began = performance.now()
  for (let second = 0; second < SECONDS; second += 1) {
    const other = others[PAID_AFTER.indexOf(second)]
    if (other) paying.push(payOne(other))
    for (let sent = 0; sent < TRANSACTIONS_A_SECOND; sent += 1) {
      flood.send(second * TRANSACTIONS_A_SECOND + sent)
      await delay(Math.max(0, began + second * 1000 + ((sent + 1) * 1000) / TRANSACTIONS_A_SECOND - performance.now()))
    }
  }
  const sentIn = performance.now() - began
  await flood.all()
  const closed = performance.now()
  const expected = SECONDS * TRANSACTIONS_A_SECOND * PAYMENTS_OF_A_TRANSACTION
  const stored = () => db.ledgerPayment.count({ where: { amount: { lt: '0.001' } } })
  const atClose = await stored()
  while ((await stored()) < expected) await delay(200)
  const caughtUp = performance.now() - closed
  const shown = await Promise.all(paying)
  const rows = [
    `${expected} payments sent in ${(sentIn / 1000).toFixed(1)} s; when the last ledger had closed ${atClose} were stored, all ${(caughtUp / 1000).toFixed(1)} s later`,
    ...(await lagsOf()).map(
      ({ quarter, payments, p50, p99 }) =>
        `quarter ${quarter}, ${payments} payments: stored ${(p50 / LEDGER_MS).toFixed(2)} ledgers after theirs (median), ${(p99 / LEDGER_MS).toFixed(2)} (p99)`,
    ),
    `others' deposits funded after ${shown.map((ms) => (ms / LEDGER_MS).toFixed(2)).join(', ')} ledgers`,
  ]
  console.log(rows.join('\n'))
  const { receivedAmount } = await db.escrow.findUniqueOrThrow({ where: { id: victim.id } })
  expect(receivedAmount.toFixed()).toBe('0.002')
  expect(await stored()).toBe(expected)
  const cases = await db.paymentCase.findMany({ select: { payments: true } })
  expect(cases.reduce((sum, { payments }) => sum + payments, 0)).toBe(expected / 2)
  expect(cases.length).toBeLessThanOrEqual(10)
}, 900_000)
