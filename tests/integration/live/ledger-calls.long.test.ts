/** Waiting for money costs no calls of a ledger, and an arrival finds its escrow without reading all of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NETWORKS } from '#app/kernel/domain/assets.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { watchedAccounts } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { escrowOf, fund, type Person, paidBuyer } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { callsDuring, letWait } from '#tests/support/world/waiting.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const FEW = 10
const MANY = 5_000
/** Spread over many people: nobody owns so much that reading all would be quicker. */
const EACH = 50

let world: World
let buyer: Person

beforeAll(async () => {
  world = await openWorld()
  buyer = await paidBuyer(world)
  // The first reading of an account brings its history; those after it only look for news.
  for (const of of watchedAccounts(world.deps)) await ingestPayments(world.deps, of)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

async function aMinute(): Promise<void> {
  await sweepOpenWork(world.deps)
  for (const of of watchedAccounts(world.deps)) await ingestPayments(world.deps, of)
}

it('a minute asks the ledgers as often with many that wait as with few', async () => {
  await letWait(world, { ownerId: buyer.id, from: 1, to: FEW })
  const few = await callsDuring(world, aMinute)
  for (let made = FEW; made < MANY; made += EACH) {
    const { id: ownerId } = await aUser(world.deps.db, { role: 'buyer' })
    await letWait(world, { ownerId, from: made + 1, to: Math.min(made + EACH, MANY) })
  }
  const many = await callsDuring(world, aMinute)
  expect(few).toBe(NETWORKS.length * 2)
  expect(many).toBe(few)
})

it('a payment among many finds its escrow by an index: no table of those that wait is read through', async () => {
  const { escrowId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  await world.deps.db.$executeRaw`analyze`
  const readThrough = async () => {
    await world.deps.db.$executeRaw`select pg_stat_force_next_flush()`
    const [row] = await world.deps.db.$queryRaw<{ rows: bigint }[]>`
      select sum(seq_tup_read)::bigint as rows from pg_stat_user_tables
      where relname in ('escrow', 'fee_quote', 'payment_reference')`
    return Number(row?.rows ?? 0)
  }
  const before = await readThrough()
  const calls = await callsDuring(world, async () => {
    await fund(world, escrowId)
  })
  expect((await readThrough()) - before).toBeLessThan(MANY)
  expect(calls).toBeLessThanOrEqual(NETWORKS.length * 4)
})
