/** Jobs of dead workers are unlocked, those of living ones never (worker/heartbeat.ts). */
import { makeWorkerUtils, type WorkerUtils } from 'graphile-worker'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'
import { unlockJobsOfTheDead, writeBeats } from '#worker/heartbeat.ts'

let world: World
let utils: WorkerUtils

beforeAll(async () => {
  world = await openWorld()
  utils = await makeWorkerUtils({ connectionString: world.databaseUrl })
})

beforeEach(async () => {
  await world.deps.db.$executeRaw`delete from "worker_heartbeat"`
})

afterAll(async () => {
  await utils.release()
  await world[Symbol.asyncDispose]()
})

/** Queues a job that a worker took so many seconds ago. */
async function takeJob(by: string, secondsAgo: number): Promise<void> {
  await inTransaction(world.deps.db, (tx) => enqueue(tx, { name: 'tidy_up', payload: {} }))
  await world.deps.db.$executeRaw`
    update "graphile_worker"."_private_jobs"
    set "locked_by" = ${by}, "locked_at" = now() - make_interval(secs => ${secondsAgo}), "key" = null where "locked_by" is null`
}

async function isLocked(by: string): Promise<boolean> {
  const rows = await world.deps.db.$queryRaw<object[]>`
    select 1 from "graphile_worker"."_private_jobs" where "locked_by" = ${by}`
  return rows.length > 0
}

test('a job whose worker beats no more is unlocked', async () => {
  await takeJob('killed', 60)
  await unlockJobsOfTheDead(world.deps, utils)
  expect(await isLocked('killed')).toBe(false)
})

test('a job that a worker took before its first beat is left alone', async () => {
  await takeJob('young', 1)
  await unlockJobsOfTheDead(world.deps, utils)
  expect(await isLocked('young')).toBe(true)
})

test('a living worker keeps its jobs, whatever the clocks of the two machines say', async () => {
  await takeJob('alive', 60)
  const withClock = (hours: number) => ({
    ...world.deps,
    clock: { now: () => new Date(Date.now() + hours * 3_600_000) },
  })
  await writeBeats(withClock(-1), ['alive'])
  await unlockJobsOfTheDead(withClock(1), utils)
  expect(await isLocked('alive')).toBe(true)
})
