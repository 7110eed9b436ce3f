/** Scheduled jobs: when each last succeeded is recorded, and a single failure raises no alert. */
import type { JobHelpers } from 'graphile-worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countFailedJobs } from '#app/ops/db/dead-jobs.server.ts'
import { beginRuns } from '#app/ops/db/scheduled-runs.server.ts'
import { alertCausesOf } from '#app/ops/domain/judge-machine.ts'
import { checkMachine } from '#app/ops/workflows/alerts/check-machine.server.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'
import { makeTasks } from '#worker/tasks.ts'

const HELPERS = { job: { id: '1', attempts: 1, max_attempts: 1 } } as JobHelpers

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const late = async () =>
  alertCausesOf(await checkMachine(world.deps)).flatMap(({ kind, subject }) =>
    kind === 'schedule_late' ? subject : [],
  )

test('a job that ends well no more is told of with its name, and not before it had its turns', async () => {
  const { db } = world.deps
  await db.$executeRaw`insert into "worker_heartbeat" ("workerId", "beatAt", "jobRanAt") values ('w', now(), now())`
  await beginRuns(db, ['add_figures', 'refresh_trades'])
  await db.$executeRaw`update "scheduled_run" set "succeededAt" = now() - interval '7 minutes'`
  expect(await late()).toEqual([])
  await db.$executeRaw`update "scheduled_run" set "succeededAt" = now() - interval '9 minutes'`
  // Another start of a worker resets no age.
  await beginRuns(db, ['add_figures', 'refresh_trades'])
  expect(await late()).toEqual(['add_figures'])

  const broken = makeTasks({ ...world.deps, db: null as never })
  await expect(broken.add_figures?.({}, HELPERS)).rejects.toThrow()
  expect(await late()).toEqual(['add_figures'])
  await makeTasks(world.deps).add_figures?.({}, HELPERS)
  expect(await late()).toEqual([])
})

test('a job of the clock that failed once is not given up; one that was tried often is', async () => {
  const { db } = world.deps
  const failed = async (key: string, tries: number) => {
    await db.$queryRaw`
      select 1 as "added" from graphile_worker.add_job(
        'look_at_keepers', payload := '{}'::json, max_attempts := ${tries}::int, job_key := ${key})`
    await db.$executeRaw`
      update graphile_worker._private_jobs set "attempts" = "max_attempts", "last_error" = 'away' where "key" = ${key}`
  }
  await failed('once', 1)
  expect(await countFailedJobs(db)).toBe(0)
  await failed('often', 25)
  expect(await countFailedJobs(db)).toBe(1)
})
