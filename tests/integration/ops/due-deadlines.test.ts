/** All dates end at 23:59 UTC: one sweep queues all that is due then, each once, and urgent jobs come before it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueueAll } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { paidBuyer } from '#tests/support/world/people.ts'
import { letWait } from '#tests/support/world/waiting.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const CLOCKS = 1_203
const REMINDERS = 601

let world: World

beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.deps.db.$executeRaw`delete from "graphile_worker"."_private_jobs"`
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

type Asked = { jobs: number; keys: number; priority: number }
async function asked(task: string): Promise<Asked> {
  const [row] = await world.deps.db.$queryRaw<Asked[]>`
    select count(*)::int as "jobs", count(distinct "key")::int as "keys", max("priority")::int as "priority"
    from "graphile_worker"."jobs" where "task_identifier" = ${task}`
  if (!row) throw new Error('nothing was counted')
  return row
}

/** Deadlines of one second, which the database would refuse without escrows: only finding them is tested. */
async function letRunOut(count: number): Promise<void> {
  await inTransaction(world.deps.db, async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    await tx.$executeRaw`
      insert into "escrow_clock" ("id", "escrowId", "milestoneId", "kind", "owner", "since", "turnSince", "startedAt", "dueAt", "nextAt")
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'present', 'seller', now() - interval '9 days', now() - interval '9 days',
        now() - interval '9 days', now() - interval '1 second', date_trunc('second', now()) - interval '1 second'
      from generate_series(1, ${count}::int)`
  })
}

test('every deadline that is due is asked for by one sweep, and is so once by the next', async () => {
  await letRunOut(CLOCKS)
  for (let sweep = 0; sweep < 2; sweep += 1) {
    await sweepOpenWork(world.deps)
    expect(await asked('run_clock')).toEqual({ jobs: CLOCKS, keys: CLOCKS, priority: 10 })
  }
  expect((await asked('ingest_payments')).priority).toBe(0)
})

test('so are the reminders of escrows and of quotes', async () => {
  const { db } = world.deps
  const { id: ownerId } = await paidBuyer(world)
  await letWait(world, { ownerId, from: 1, to: REMINDERS })
  await db.$executeRaw`update "escrow" set "remindAt" = now() - interval '1 minute' where "buyerId" = ${ownerId}::uuid`
  await db.$executeRaw`update "fee_quote" set "remindAt" = now() - interval '1 minute' where "userId" = ${ownerId}::uuid`
  const [due] = await db.$queryRaw<{ count: number }[]>`
    select (select count(*) from "escrow" where "remindAt" <= now())::int
      + (select count(*) from "fee_quote" where "remindAt" <= now())::int as "count"`
  expect(due?.count).toBeGreaterThanOrEqual(REMINDERS * 2)
  await sweepOpenWork(world.deps)
  expect(await asked('remind')).toMatchObject({ jobs: due?.count, keys: due?.count })
})

test('a page with a job that a worker runs just now asks for it once more, behind the running one', async () => {
  const { db } = world.deps
  const payloads = [{ network: 'stellar' as const }, { network: 'xrpl' as const }]
  const ask = () => inTransaction(db, (tx) => enqueueAll(tx, { name: 'dispatch_payouts', payloads }))
  await ask()
  await db.$executeRaw`
    update "graphile_worker"."_private_jobs" set "locked_at" = now(), "locked_by" = 'a worker' where "key" like '%xrpl'`
  await ask()
  expect(await asked('dispatch_payouts')).toMatchObject({ jobs: 3, keys: 2 })
})
