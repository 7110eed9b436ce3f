/** Keeps one process running: a dead one is replaced within a second; one that keeps dying, ever more slowly. */
import { setTimeout as delay } from 'node:timers/promises'
import { reasonOf } from '../problems.ts'
import { type Child, type ChildPlan, startChild, waitUntilReady } from '../processes.ts'
import { openPatience } from './patience.ts'

/** For a busy machine and the development server, which prepares its pages first. A dead process is not awaited. */
const READY_LIMIT_MS = 180_000

export type ProcessSupervisor = {
  /** The pid of the present process, or of the last one while none runs. */
  readonly pid: number
  /** Sends a signal and settles when the process is gone. It is not replaced until `restart` is called. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts a process after `kill`, or replaces the running one. Settles when it is ready. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export type Keeping = {
  report: (line: string) => void
  /** Settles when the process can be used, or when the signal aborts. */
  readiness: (child: Child, signal: AbortSignal) => Promise<void>
}

/** Starts a process and keeps it running. Throws StartupProblem when the first one does not become ready. */
export async function keepProcess(plan: ChildPlan, { report, readiness }: Keeping): Promise<ProcessSupervisor> {
  let isKept = false
  const patience = openPatience()
  let child = await start()

  async function start(): Promise<Child> {
    const started = await startChild(plan)
    patience.began()
    void started.exited.then(async ({ code, signal }) => {
      if (!isKept || started !== child) return
      report(`The ${plan.name} stopped (${signal ?? `exit code ${code}`}); another one starts. See ${plan.logFile}.`)
      await replace(started)
    })
    return started
  }

  async function replace(dead: Child): Promise<void> {
    await delay(patience.pauseMs())
    if (!isKept || dead !== child) return
    try {
      child = await start()
    } catch (error) {
      report(reasonOf(error))
      await replace(dead)
    }
  }

  async function becomesReady(started: Child): Promise<void> {
    const asking = new AbortController()
    try {
      await waitUntilReady(started, { until: readiness(started, asking.signal), limitMs: READY_LIMIT_MS })
    } finally {
      asking.abort()
    }
  }

  async function end(): Promise<void> {
    isKept = false
    await child.stop()
  }

  try {
    await becomesReady(child)
  } catch (error) {
    await end()
    throw error
  }
  isKept = true

  return {
    get pid() {
      return child.pid
    },
    async kill(signal) {
      isKept = false
      child.kill(signal)
      await child.exited
    },
    async restart() {
      await end()
      child = await start()
      await becomesReady(child)
      isKept = true
    },
    stop: end,
  }
}
