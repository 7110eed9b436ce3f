/** With a harbour the app's clock may be ahead of the database's, which the queue goes by. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { DAY_MS, HOUR_MS, movingClock } from '#tests/support/agreement/dated-trades.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
})

test('a job that is put off by an hour comes in an hour, however far the clock was moved', async () => {
  const { db } = world.deps
  const clock = movingClock(world)
  clock.on(90 * DAY_MS)
  const now = clock.now()
  const after = { at: new Date(now.getTime() + HOUR_MS), now }
  await inTransaction(db, (tx) => enqueue(tx, { name: 'tidy_up', payload: {}, after }))
  const rows = await db.$queryRaw<{ hours: number }[]>`
    select (extract(epoch from "run_at" - now()) / 3600)::float8 as hours from "graphile_worker"."jobs"
    where "task_identifier" = 'tidy_up' and "run_at" > now()`
  expect(rows.map(({ hours }) => Math.round(hours))).toEqual([1])
})
