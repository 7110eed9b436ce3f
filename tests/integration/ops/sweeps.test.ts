/** One item that fails does not abort a sweep, and what dead jobs leave is counted and deleted. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countFailedJobs } from '#app/ops/db/dead-jobs.server.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { tidyUp } from '#app/ops/workflows/tidy-up.server.ts'
import { createFileIntent } from '#app/trade/documents/db/file-intents.server.ts'
import { sweepFiles } from '#app/trade/documents/workflows/sweep-files.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const HOUR_MS = 3_600_000

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

function withLog(over: Partial<WorkerDeps> = {}): { deps: WorkerDeps; lines: { facts: object; message: string }[] } {
  const lines: { facts: object; message: string }[] = []
  const write = (facts: object, message: string) => void lines.push({ facts, message })
  return { deps: { ...world.deps, ...over, log: { ...world.deps.log, info: write, warn: write, error: write } }, lines }
}

const jobs = () => world.deps.db.$queryRaw<{ task: string }[]>`
  select "task_identifier" as task from "graphile_worker"."jobs" order by "id"`

test('a job that the queue does not take leaves the others of the sweep theirs, and is one line of the log', async () => {
  const { db, accounts } = world.deps
  // The queue refuses the first one because of its key.
  await db.$executeRawUnsafe(
    `alter table "graphile_worker"."_private_jobs" add constraint "refused" check ("key" <> 'ingest_payments:stellar:${accounts.stellar.fee}')`,
  )
  try {
    const { deps, lines } = withLog()
    await sweepOpenWork(deps)
    const tasks = (await jobs()).map(({ task }) => task).sort()
    expect(tasks).toEqual([
      ...Array(3).fill('ingest_payments'),
      ...Array(4).fill('look_for_claimable'),
      ...Array(2).fill('read_outgoing'),
    ])
    expect(lines).toMatchObject([
      {
        message: 'sweep job not enqueued',
        facts: { task: 'ingest_payments', failed: 1, of: 4, cause: expect.stringContaining('refused') },
      },
    ])
  } finally {
    await db.$executeRawUnsafe('alter table "graphile_worker"."_private_jobs" drop constraint "refused"')
  }
})

test('a file that cannot be removed stops nothing, is said once, and is tried again after the others', async () => {
  const old = new Date(Date.now() - 2 * HOUR_MS)
  const stuck = `documents/${randomUUID()}`
  const loose = `documents/${randomUUID()}`
  for (const storageKey of [stuck, loose]) await createFileIntent(world.deps.db, { storageKey, createdAt: old })
  const removed: string[] = []
  const storage: WorkerDeps['storage'] = {
    ...world.deps.storage,
    olderThan: async () => ['incoming/stuck', 'incoming/loose'],
    remove: async (key) => {
      if (key === stuck || key === 'incoming/stuck') throw new Error('the store says no')
      removed.push(key)
    },
  }
  const { deps, lines } = withLog({ storage })
  await sweepFiles(deps)
  expect(removed).toEqual([loose, 'incoming/loose'])
  expect(lines.map(({ facts }) => facts)).toMatchObject([
    { failed: 1, first: stuck, cause: 'the store says no' },
    { failed: 1, first: 'incoming/stuck' },
  ])
  expect(await world.deps.db.fileIntent.findMany({ select: { storageKey: true } })).toEqual([{ storageKey: stuck }])
})

test('what cannot be tidied keeps nothing else', async () => {
  const storage: WorkerDeps['storage'] = {
    ...world.deps.storage,
    olderThan: () => Promise.reject(new Error('the store is away')),
  }
  const { deps, lines } = withLog({ storage })
  await tidyUp(deps)
  expect(lines).toMatchObject([{ message: 'cleanup step failed', facts: { failed: 1, first: 'files' } }])
})

async function deadJob(of: { key: string | null; error: string | null; hoursAgo: number }): Promise<void> {
  await world.deps.db
    .$queryRaw`select 1 as added from graphile_worker.add_job('dispatch_payouts', job_key := ${randomUUID()})`
  await world.deps.db.$executeRaw`
    update "graphile_worker"."_private_jobs"
    set "attempts" = "max_attempts", "key" = ${of.key}, "last_error" = ${of.error},
      "run_at" = now() - make_interval(hours => ${of.hoursAgo})
    where "attempts" = 0`
}

test('jobs that are given up are counted for the desk and forgotten after a week, those that say nothing after an hour', async () => {
  await deadJob({ key: 'failed lately', error: 'Horizon is gone', hoursAgo: 3 })
  await deadJob({ key: 'failed long ago', error: 'Horizon is gone', hoursAgo: 200 })
  await deadJob({ key: null, error: null, hoursAgo: 3 })
  expect(await countFailedJobs(world.deps.db)).toBe(2)
  await tidyUp(world.deps)
  expect(await countFailedJobs(world.deps.db)).toBe(1)
  expect(await jobs()).toHaveLength(1)
})
