/** The worker of a world: the real jobs by graphile-worker, run on demand. Postponed jobs run ten times as soon. */

import { setTimeout as delay } from 'node:timers/promises'
import { Logger, runTaskList, type WorkerPool } from 'graphile-worker'
import type pg from 'pg'
import { openPool } from '#app/kernel/db/client.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { JOB_QUEUE, untilGivenBack } from '#worker/runner.ts'
import { makeTasks } from '#worker/tasks.ts'

const TIMES_SOONER = 10
const LOOK_MS = 25
/** Postponed jobs are moved this often. */
const MOVE_MS = 75
/** Longer than a test polls: new jobs notify, and `bringForward` calls postponed ones. */
const POLL_MS = 60_000

export type HastyWorker = {
  /** Runs jobs until `isDone`, then lets running ones finish. Throws after a time limit. `timesSooner` 1: real time. */
  workUntil(isDone: () => Promise<boolean>, what: string, pace?: { timesSooner: number }): Promise<void>
  close(): Promise<void>
}

/** Its connections are opened for the first job, and kept until it is closed. */
export function openHastyWorker({ deps, databaseUrl }: { deps: WorkerDeps; databaseUrl: string }): HastyWorker {
  const pool = openPool({ url: databaseUrl, connections: 10 })
  const tasks = makeTasks(deps)
  return {
    async workUntil(isDone, what, { timesSooner } = { timesSooner: TIMES_SOONER }) {
      const worker = runTaskList(
        {
          pgPool: pool,
          logger: new Logger(() => () => undefined),
          noHandleSignals: true,
          preset: { worker: { ...JOB_QUEUE, pollInterval: POLL_MS } },
        },
        tasks,
        pool,
      )
      try {
        const deadline = Date.now() + PATIENCE_MS
        for (let moved = Date.now(); !(await isDone()); await delay(LOOK_MS)) {
          const now = Date.now()
          if (now > deadline) throw new Error(`not done after ${PATIENCE_MS} ms: ${what}`)
          if (now - moved < MOVE_MS) continue
          await bringForward({ pool, worker, ms: (now - moved) * (timesSooner - 1) })
          moved = now
        }
      } finally {
        await worker.gracefulShutdown()
        await untilGivenBack(pool)
      }
    },
    close: () => pool.end(),
  }
}

/** Moves postponed jobs forward by `ms`, and calls the worker for those now due. */
async function bringForward(of: { pool: pg.Pool; worker: WorkerPool; ms: number }): Promise<void> {
  // Skips locked jobs: a transaction that enqueues several must never wait for us in turn.
  await of.pool.query(
    `update graphile_worker._private_jobs set run_at = run_at - $1 * interval '1 millisecond'
     where id in (
       select id from graphile_worker._private_jobs where is_available and run_at > now() for update skip locked
     )`,
    [of.ms],
  )
  const { rows } = await of.pool.query<{ due: number }>(
    'select count(*)::int as due from graphile_worker._private_jobs where is_available and run_at <= now()',
  )
  of.worker.nudge(rows[0]?.due ?? 0)
}
