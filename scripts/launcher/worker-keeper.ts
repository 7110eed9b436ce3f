/** Keeps one worker running: a worker that dies is replaced within a second; one that keeps dying, ever more slowly. */
import { setTimeout as delay } from 'node:timers/promises'
import { reasonOf } from './problems.ts'
import { type Child, type ChildPlan, startChild, waitUntilReady } from './processes.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** A worker that lived this long was healthy: the next one is started at once again. */
const HEALTHY_MS = 30_000
const READY_LIMIT_MS = 60_000

export type WorkerKeeper = {
  /** The pid of the present worker, or of the last one while none runs. */
  readonly pid: number
  /** Sends a signal. A worker that dies of it is not replaced until `restart` is called. Settles when it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts a worker after `kill`, or replaces the running one. Settles when it is ready. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a worker and keeps it running. Throws StartupProblem when the first one does not become ready. */
export async function keepWorker(plan: ChildPlan, report: (line: string) => void): Promise<WorkerKeeper> {
  let isKept = false
  let pauseMs = FIRST_PAUSE_MS
  let worker = await start()

  async function start(): Promise<Child> {
    const child = await startChild(plan)
    const since = Date.now()
    void child.exited.then(async ({ code, signal }) => {
      if (!isKept || child !== worker) return
      if (Date.now() - since > HEALTHY_MS) pauseMs = FIRST_PAUSE_MS
      report(`The worker stopped (${signal ?? `exit code ${code}`}); another one starts.`)
      await replace(child)
    })
    return child
  }

  async function replace(dead: Child): Promise<void> {
    await delay(pauseMs)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    if (!isKept || dead !== worker) return
    try {
      worker = await start()
    } catch (error) {
      report(reasonOf(error))
      await replace(dead)
    }
  }

  async function becomesReady(child: Child): Promise<void> {
    await waitUntilReady(child, { until: child.saidReady, limitMs: READY_LIMIT_MS })
  }

  async function end(): Promise<void> {
    isKept = false
    await worker.stop()
  }

  try {
    await becomesReady(worker)
  } catch (error) {
    await end()
    throw error
  }
  isKept = true

  return {
    get pid() {
      return worker.pid
    },
    async kill(signal) {
      isKept = false
      worker.kill(signal)
      await worker.exited
    },
    async restart() {
      await end()
      worker = await start()
      await becomesReady(worker)
      isKept = true
    },
    stop: end,
  }
}
