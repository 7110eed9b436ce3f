/** Child processes that are stopped in order, end with their launcher, and whose last lines are kept. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupProblem } from './problems.ts'

const END_WITH_LAUNCHER = join(import.meta.dirname, 'end-with-launcher.ts')
const KEPT_LINES = 30

export type ChildPlan = {
  name: string
  /** Node's arguments: script first. */
  args: string[]
  env: NodeJS.ProcessEnv
  cwd: string
  /** The file for all output; the previous run's is kept as `….previous.log`. */
  logFile: string
  /** Milliseconds to finish after SIGTERM before it is killed. */
  stopLimitMs: number
  onLine?: ((line: string) => void) | undefined
}

export type Child = {
  name: string
  pid: number
  /** Settles when the process is gone; never rejects. */
  exited: Promise<Exit>
  /** Settles when the process says `process.send('ready')`. */
  saidReady: Promise<void>
  lastLines(): string[]
  kill(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

/** Starts a Node process in its own process group. Throws StartupProblem when it cannot be started at all. */
export async function startChild(plan: ChildPlan): Promise<Child> {
  if (existsSync(plan.logFile)) await rename(plan.logFile, plan.logFile.replace(/\.log$/, '.previous.log'))
  const child = spawn(process.execPath, ['--import', END_WITH_LAUNCHER, ...plan.args], {
    cwd: plan.cwd,
    env: plan.env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C must reach the launcher alone: it stops the children in order.
    detached: true,
  })
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
  })
  const saidReady = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve()
    })
  })
  const lastLines = keepLines(child, plan)
  const { pid } = child
  if (pid === undefined) throw new StartupProblem(`The ${plan.name} could not be started with ${process.execPath}.`)
  return {
    name: plan.name,
    pid,
    exited,
    saidReady,
    lastLines: () => lastLines,
    kill: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGTERM')
      const limit = setTimeout(() => child.kill('SIGKILL'), plan.stopLimitMs)
      await exited
      clearTimeout(limit)
    },
  }
}

function keepLines(child: ChildProcess, plan: ChildPlan): string[] {
  const kept: string[] = []
  const log = createWriteStream(plan.logFile, { mode: 0o600 })
  // A full disk must not stop the process that logs.
  log.on('error', (error) => kept.push(`(its log cannot be written: ${error.message})`))
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      plan.onLine?.(line)
      kept.push(line)
      if (kept.length > KEPT_LINES) kept.shift()
    })
  }
  child.once('close', () => log.end())
  return kept
}

/** Waits for `until` while the child lives. Throws StartupProblem with its last lines when it dies or is late. */
export async function waitUntilReady(child: Child, wait: { until: Promise<void>; limitMs: number }): Promise<void> {
  const givenUp = new AbortController()
  const late = delay(wait.limitMs, 'late' as const, { signal: givenUp.signal }).catch(() => 'late' as const)
  const outcome = await Promise.race([wait.until.then(() => 'ready' as const), child.exited, late])
  givenUp.abort()
  if (outcome === 'ready') return
  const said = child.lastLines().join('\n')
  const what = outcome === 'late' ? `was not ready after ${wait.limitMs / 1000} s` : `stopped while starting`
  throw new StartupProblem(`The ${child.name} ${what}${said ? `; it said:\n${said}` : '.'}`)
}

export async function runToEnd(plan: {
  args: string[]
  env: NodeJS.ProcessEnv
  cwd: string
}): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, plan.args, { cwd: plan.cwd, env: plan.env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
  const [code] = await once(child, 'close')
  return { code, output }
}
