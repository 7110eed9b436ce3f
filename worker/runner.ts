/**
 * The job queue's runner, for the life of a process: when it ends by itself the process ends with it, and another one
 * starts. Nothing in here tries to go on after a failure; that is how a worker once lived on deaf and idle
 * (docs/decisions/101).
 */
import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { openPool } from '#app/kernel/db/client.server.ts'
import type { Log } from '#app/workflow-deps.ts'

export const CONCURRENT_JOBS = 4
/** NOTIFY wakes for new jobs; this finds the ones that were put off. */
const POLL_MS = 500
/** One for each job's end, one for each that is asked for, and those that listen and keep the clock. */
const CONNECTIONS = 2 * CONCURRENT_JOBS + 2
const LOOK_MS = 10

/** How jobs are taken and given back; the tests' worker does it in the same way. */
export const JOB_QUEUE = {
  concurrentJobs: CONCURRENT_JOBS,
  // No batches: after two that failed, graphile-worker 0.18 counts what it still waits for below zero and never ends.
  completeJobBatchDelay: -1,
  failJobBatchDelay: -1,
} as const

export type RunnerSettings = {
  databaseUrl: string
  tasks: TaskList
  log: Log
  /** Called with each job that begins or ends in this process. */
  onJob: () => void
  /** Called with each job that has ended here. */
  onJobEnd?: (job: { task: string; hasFailed: boolean; ms: number }) => void
  /** Called when the runner fails or ends without having been told to. */
  onFailure: (reason: string, error?: unknown) => void
}

export type JobRunner = {
  /** The name under which the queue locks this process's jobs. */
  pool: string
  /** Takes no more jobs, and settles when those under way are done and given back. */
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
      // The schedule goes by the database's clock (schedule.ts), and the queue's by that of each process.
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

/** The ends of the last jobs are on their way: a pool that is closed before would drop them, and they would run again. */
export async function untilGivenBack(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0 || pool.totalCount > pool.idleCount) await delay(LOOK_MS)
}

/** What a job's failure was, tasks.ts has written in one line already. */
export function queueLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return
    if (meta?.failure) return
    log.warn({ ...scope, cause: message.split('\n')[0] ?? message }, 'job queue warning reported')
  })
}
