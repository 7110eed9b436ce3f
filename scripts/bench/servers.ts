/** Starts a server to be measured, in a process of its own, so that only its own work counts. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupProblem } from '../launcher/problems.ts'

export type ServerPlan = { args: string[]; cwd: string; env: NodeJS.ProcessEnv; port: number }
export type Server = AsyncDisposable & { pid: number; origin: string; startMs: number }

const LIMIT_MS = 60_000
const PAUSE_MS = 5

/** Starts it and waits for the first page. */
export async function startServer({ args, cwd, env, port }: ServerPlan): Promise<Server> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (piece) => {
    said = (said + String(piece)).slice(-2_000)
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  const origin = `http://127.0.0.1:${port}`
  while (!(await answers(origin))) {
    const isOver = child.exitCode !== null || performance.now() - began > LIMIT_MS
    if (!isOver) await delay(PAUSE_MS)
    else {
      if (child.exitCode === null) await stop()
      throw new StartupProblem(`A server that was to be measured did not start: ${said}`)
    }
  }
  return { pid: child.pid ?? 0, origin, startMs: performance.now() - began, [Symbol.asyncDispose]: stop }
}

async function answers(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/`)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
