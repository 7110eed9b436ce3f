/** The schedule follows the database's clock, whatever others have left behind (worker/schedule.ts). */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scheduleJobs } from '#app/ops/workflows/schedule-jobs.server.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'
import { dueBetween } from '#worker/crontab.ts'
import { startRunner } from '#worker/runner.ts'
import { keepSchedule } from '#worker/schedule.ts'
import { makeTasks } from '#worker/tasks.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.deps.db.$executeRaw`delete from "schedule_minute"`
  await world.deps.db.$executeRaw`delete from "graphile_worker"."_private_jobs"`
})

type Waiting = { task: string; revision: number; isDue: boolean }
const waiting = () =>
  world.deps.db.$queryRaw<Waiting[]>`
    select t."identifier" as "task", j."revision", j."run_at" <= clock_timestamp() as "isDue"
    from "graphile_worker"."_private_jobs" j join "graphile_worker"."_private_tasks" t on t."id" = j."task_id"
    order by 1`
const tasks = async () => (await waiting()).map(({ task }) => task)

/** Sets the last minute that was reached, relative to the present one. */
async function reach(ms: number): Promise<void> {
  await world.deps.db.$executeRaw`
    insert into "schedule_minute" ("minute") values (date_trunc('minute', now()) + make_interval(secs => ${ms / 1_000}))
    on conflict ("only") do update set "minute" = excluded."minute"`
}
const reached = async () => (await world.deps.db.scheduleMinute.findFirst())?.minute

/** Runs `act` in a minute that does not end meanwhile. */
async function inOneMinute(act: (now: Date) => Promise<void>): Promise<void> {
  const minute = async () => {
    const [row] = await world.deps.db.$queryRaw<{ now: Date; rest: number }[]>`
      select date_trunc('minute', now()) as "now", (60 - extract(second from clock_timestamp()))::float8 as "rest"`
    return row!
  }
  const { now, rest } = await minute()
  if (rest > 20) return act(now)
  await delay((rest + 0.05) * 1_000)
  return act((await minute()).now)
}

test('each minute its jobs come once, however many workers see it begin', () =>
  inOneMinute(async (now) => {
    await reach(-MINUTE_MS)
    await Promise.all(Array.from({ length: 6 }, () => scheduleJobs(world.deps, dueBetween)))
    const due = dueBetween(new Date(now.getTime() - MINUTE_MS), now)
    expect(await waiting()).toEqual(due.toSorted().map((task) => ({ task, revision: 0, isDue: true })))
    expect(due).toContain('sweep_open_work')
    await scheduleJobs(world.deps, dueBetween)
    expect((await waiting()).every(({ revision }) => revision === 0)).toBe(true)
  }))

test('the first worker of an installation begins with the minute that is', async () => {
  await scheduleJobs(world.deps, dueBetween)
  expect(await tasks()).toContain('sweep_open_work')
  expect(await tasks()).not.toContain('screen_people')
})

test('after days without a worker each task comes once', () =>
  inOneMinute(async () => {
    await reach(-3 * DAY_MS)
    await scheduleJobs(world.deps, dueBetween)
    const all = dueBetween(new Date(0), new Date(DAY_MS))
    expect(await waiting()).toEqual(all.toSorted().map((task) => ({ task, revision: 0, isDue: true })))
    expect(all).toContain('screen_people')
  }))

describe('what a clock that was a day ahead has left', () => {
  test('the minute that it reached holds up none', () =>
    inOneMinute(async (now) => {
      await reach(DAY_MS)
      await scheduleJobs(world.deps, dueBetween)
      expect(await reached()).toEqual(now)
      expect(await tasks()).toContain('sweep_open_work')
    }))

  test('a job that it put off until then comes now', () =>
    inOneMinute(async () => {
      await world.deps.db.$queryRaw`
        select 1 as "added" from graphile_worker.add_job('sweep_open_work', payload := '{}'::json, run_at := now() + interval '1 day',
          job_key := 'sweep_open_work', job_key_mode := 'replace')`
      await reach(-MINUTE_MS)
      await scheduleJobs(world.deps, dueBetween)
      expect((await waiting()).filter(({ task }) => task === 'sweep_open_work')).toMatchObject([{ isDue: true }])
    }))

  test('what the queue itself has noted of the schedule is read by nobody: the jobs of this minute run', async () => {
    await world.deps.db.$executeRaw`
      insert into "graphile_worker"."_private_known_crontabs" ("identifier", "known_since", "last_execution")
      values ('add_figures', now(), now() + interval '1 day')`
    await reach(-MINUTE_MS)
    const ran = Promise.withResolvers<void>()
    const runner = await startRunner({
      databaseUrl: world.databaseUrl,
      log: world.deps.log,
      tasks: { ...makeTasks(world.deps), add_figures: async () => ran.resolve() },
      onJob: () => undefined,
      onFailure: ran.reject,
    })
    const stop = keepSchedule(world.deps)
    await ran.promise
    stop()
    await runner.stop()
  })
})

test('a clock that was set back by seconds repeats no minute', () =>
  inOneMinute(async () => {
    await reach(MINUTE_MS)
    await scheduleJobs(world.deps, dueBetween)
    expect(await tasks()).toEqual([])
  }))
