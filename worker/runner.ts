/**
 * Runs the job queue for the life of the process: when it ends by itself, the process ends and another one starts.
 * Nothing here goes on after a failure: a worker once lived on that way, deaf and idle (docs/decisions/101).
 */
import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { openPool } from '#app/kernel/db/client.server.ts'
import type { Log } from '#app/workflow-deps.ts'

export const CONCURRENT_JOBS = 4
/** NOTIFY announces new jobs; this finds postponed ones. */
const POLL_MS = 500
/** One for each job's end, one for each request for a job, and two for LISTEN and cron. */
const CONNECTIONS = 2 * CONCURRENT_JOBS + 2
const LOOK_MS = 10

/** How jobs are taken and completed; the tests' worker does the same. */
export const JOB_QUEUE = {
  concurrentJobs: CONCURRENT_JOBS,
  // No batches: after two that failed, graphile-worker 0.18 counts its pending ones below zero and never ends.
  completeJobBatchDelay: -1,
  failJobBatchDelay: -1,
} as const

export type RunnerSettings = {
  databaseUrl: string
  tasks: TaskList
  log: Log
  /** Called for each job that begins or ends in this process. */
  onJob: () => void
  /** Called for each job that has ended here. */
  onJobEnd?: (job: { task: string; hasFailed: boolean; ms: number }) => void
  /** Called when the runner fails or ends without having been stopped. */
  onFailure: (reason: string, error?: unknown) => void
}

export type JobRunner = {
  /** The name under which the queue locks this process's jobs. */
  pool: string
  /** Takes no more jobs; resolves when those under way are done and reported. */
  stop(): Promise<void>
}

export async function startRunner(settings: RunnerSettings): Promise<JobRunner> {
  const { databaseUrl, tasks, log, onJob, onJobEnd, onFailure } = settings
  const connections = openPool({ url: databaseUrl, connections: CONNECTIONS })
  const events: WorkerEvents = new EventEmitter()
  let pool = ''
  let isStopping = false
  const failed = (reason: string, error?: unknown) => {
    if (!isStopping) onFailure(reason, error)
  }
  events.on('pool:create', ({ workerPool }) => {
    pool = workerPool.id
  })
  for (const event of ['job:start', 'job:complete'] as const) events.on(event, onJob)
  const begun = new WeakMap<object, number>()
  events.on('job:start', ({ job }) => void begun.set(job, performance.now()))
  events.on('job:complete', ({ job, error }) => {
    const ms = performance.now() - (begun.get(job) ?? performance.now())
    onJobEnd?.({ task: job.task_identifier, hasFailed: error !== undefined && error !== null, ms })
  })
  events.on('pool:fatalError', ({ error }) => failed('job queue failed', error))
  events.on('pool:gracefulShutdown', ({ message }) => failed('job queue stopping', message))
  events.on('pool:forcefulShutdown', ({ message }) => failed('job queue stopping', message))
  let runner: Runner
  try {
    runner = await run({
      pgPool: connections,
      events,
      logger: queueLogger(log),
      noHandleSignals: true,
      taskList: tasks,
      // schedule.ts goes by the database's clock; the queue's cron would go by that of each process.
      parsedCronItems: [],
      preset: { worker: { ...JOB_QUEUE, pollInterval: POLL_MS } },
    })
  } catch (error) {
    await connections.end()
    throw error
  }
  runner.promise.then(
    () => failed('job queue stopped'),
    (error: unknown) => failed('job queue stopped', error),
  )
  return {
    pool,
    async stop() {
      isStopping = true
      await runner.stop()
      await untilGivenBack(connections)
      await connections.end()
    },
  }
}

/** Reports of the last jobs are on their way: a pool closed before would drop them, and the jobs would run again. */
export async function untilGivenBack(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0 || pool.totalCount > pool.idleCount) await delay(LOOK_MS)
}

/** Leaves out failures of jobs: tasks.ts has already logged them in one line. */
export function queueLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return
    if (meta?.failure) return
    log.warn({ ...scope, cause: message.split('\n')[0] ?? message }, 'job queue warning reported')
  })
}
