/**
 * What waiting quotes and escrows cost. Times are printed and decide nothing; what is counted must hold: a minute asks the
 * ledgers as often with 100,000 open quotes and escrows as with ten.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { NETWORKS } from '#app/kernel/domain/assets.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { watchedAccounts } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { granted, paidBuyer, pay, unpaidBuyer } from '#tests/support/world/people.ts'
import { callsDuring, letWait } from '#tests/support/world/waiting.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const OPEN = [10, 1_000, 100_000]
const QUOTERS = 8
const QUOTES_EACH = 40

let world: World
let ownerId: string

beforeAll(async () => {
  world = await openWorld()
  await refreshMarket(world.deps)
  ownerId = (await paidBuyer(world)).id
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

let made = 0

/** Brings the number of open quotes, and of escrows that wait for money, up to `count` each. */
async function bringTo(count: number): Promise<void> {
  await letWait(world, { ownerId, from: made + 1, to: count })
  made = count
}

/** What one minute does by the clock: the sweep, and the jobs that it wakes. */
async function callsOfOneMinute(): Promise<{ calls: number; ms: number }> {
  const started = performance.now()
  const calls = await callsDuring(world, async () => {
    await sweepOpenWork(world.deps)
    await world.workUntil(async () => (await openIngests()) === 0, 'every account was read')
  })
  return { calls, ms: Math.round(performance.now() - started) }
}

async function openIngests(): Promise<number> {
  const [row] = await world.deps.db.$queryRaw<{ jobs: number }[]>`
    select count(*)::int as jobs from graphile_worker._private_jobs`
  return row?.jobs ?? 0
}

test('waiting quotes and escrows cost no ledger calls', async () => {
  // The first reading of an account brings its history; the minutes after it only look for news.
  for (const of of watchedAccounts(world.deps)) await ingestPayments(world.deps, of)
  await callsOfOneMinute()
  const counts: number[] = []
  for (const count of OPEN) {
    await bringTo(count)
    const { calls, ms } = await callsOfOneMinute()
    counts.push(calls)
    console.log(`${count} open quotes and ${count} open escrows: ${calls} ledger calls a minute (${ms} ms of work)`)
  }
  expect(counts).toEqual(OPEN.map(() => NETWORKS.length * 2))
})

test('a payment among 100,000 that wait is matched as fast as alone', async () => {
  const buyer = await unpaidBuyer(world)
  const asked = granted(
    await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' }),
  )
  await pay(world, {
    asset: 'USDC',
    to: asked.account,
    amount: asked.amountDue.toFixed(),
    memo: String(asked.reference),
  })
  const started = performance.now()
  await ingestPayments(world.deps, { network: 'stellar', account: asked.account })
  console.log(`matched and settled in ${Math.round(performance.now() - started)} ms, beside ${made} open quotes`)
  expect(await world.deps.db.feePayment.count({ where: { buyerUid: buyer.id } })).toBe(1)
})

test('quotes are made quickly', async () => {
  const buyers = await Promise.all(Array.from({ length: QUOTERS }, () => unpaidBuyer(world)))
  const started = performance.now()
  await Promise.all(
    buyers.map(async ({ id: userId }) => {
      for (let cents = 0; cents < QUOTES_EACH; cents += 1) {
        // Another amount each time, so that each is a new quote with a reference of its own.
        const amountUsd = `20000.${String(cents).padStart(2, '0')}`
        granted(await quoteServiceFee(world.deps, { userId, amountUsd, couponCode: '', asset: 'XLM' }))
      }
    }),
  )
  const quotes = QUOTERS * QUOTES_EACH
  const perSecond = Math.round((quotes * 1_000) / (performance.now() - started))
  console.log(`${perSecond} quotes a second (${QUOTERS} buyers at once, ${made} open quotes beside them)`)
  expect(await world.deps.db.feeQuote.count({ where: { userId: { in: buyers.map(({ id }) => id) } } })).toBe(quotes)
})
