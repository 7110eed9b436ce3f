/** A worker proves that it runs jobs by running one that nobody else can take (worker/canary.ts). */
import type { TaskList } from 'graphile-worker'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { sinceLastJob } from '#app/ops/db/worker-health.server.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'
import { type Canary, MOST_UNHEARD, openCanary } from '#worker/canary.ts'
import { type JobRunner, startRunner } from '#worker/runner.ts'

let world: World
let runners: JobRunner[] = []
/** What the runner of each test reported without being asked. */
let failures: string[] = []

beforeAll(async () => {
  world = await openWorld()
})
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  runners = []
  expect(failures).toEqual([])
  failures = []
  await world.deps.db.$executeRaw`delete from "worker_heartbeat"`
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

async function startWith(tasks: TaskList, onJob: () => void): Promise<JobRunner> {
  const onFailure = (reason: string) => failures.push(reason)
  const runner = await startRunner({ databaseUrl: world.databaseUrl, log: world.deps.log, tasks, onJob, onFailure })
  runners.push(runner)
  return runner
}

/** Runs the canary until it complains, or `most` times; returns how often. */
async function singUntilSilent(canary: Canary, said: () => boolean, most: number): Promise<number> {
  for (let times = 1; times <= most; times += 1) {
    await canary.sing()
    if (said()) return times
  }
  return most
}

const isProved = async () => (await sinceLastJob(world.deps.db)) !== null

async function untilProved(): Promise<void> {
  while (!(await isProved())) await new Promise((resolve) => setTimeout(resolve, 10))
}

test('the jobs of a worker that runs are heard, and the proof has its time', async () => {
  let isSilent = false
  let heard = 0
  const canary = openCanary(world.deps, () => {
    isSilent = true
  })
  await startWith(canary.tasks, () => {
    heard += 1
    canary.heard()
  })
  for (let times = 0; times < 2 * MOST_UNHEARD; times += 1) {
    const before = heard
    await canary.sing()
    while (heard === before) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await untilProved()
  expect(isSilent).toBe(false)
})

test('a worker whose runner is deaf learns of it, though another worker does the work', async () => {
  let isSilent = false
  const deaf = openCanary(world.deps, () => {
    isSilent = true
  })
  const other = openCanary(world.deps, () => undefined)
  await startWith(other.tasks, other.heard)
  await other.sing()
  await untilProved()
  expect(await singUntilSilent(deaf, () => isSilent, 100)).toBe(MOST_UNHEARD + 1)
})

test('a worker that is busy with jobs needs no proof beside them', async () => {
  let isSilent = false
  const canary = openCanary(world.deps, () => {
    isSilent = true
  })
  for (let times = 0; times < 3 * MOST_UNHEARD; times += 1) {
    await canary.sing()
    if (times % MOST_UNHEARD === 0) canary.heard()
  }
  expect(isSilent).toBe(false)
})

test('silence while the database is away is the fault of the database', async () => {
  let isSilent = false
  const gone = { db: { $queryRaw: () => Promise.reject(new Error('gone')) } } as never
  const canary = openCanary(gone, () => {
    isSilent = true
  })
  for (let times = 0; times < 3 * MOST_UNHEARD; times += 1) await canary.sing()
  expect(isSilent).toBe(false)
})

test('a job that ends during a graceful stop is given back: none stays locked, twenty times over', async () => {
  const { db } = world.deps
  for (let time = 0; time < 20; time += 1) {
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const work = async () => {
      begun.resolve()
      await mayEnd.promise
    }
    const runner = await startWith({ tidy_up: work }, () => undefined)
    runners = []
    await inTransaction(db, (tx) => enqueue(tx, { name: 'tidy_up', payload: {} }))
    await begun.promise
    const stopping = runner.stop()
    // Late enough that the stop waits for this job alone.
    await db.$queryRaw`select pg_sleep(0.05)::text`
    mayEnd.resolve()
    await stopping
    expect(
      await db.$queryRaw`select "id" from "graphile_worker"."_private_jobs" where "locked_by" is not null`,
    ).toEqual([])
  }
})
