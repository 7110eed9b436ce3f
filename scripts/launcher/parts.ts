/** The three processes that make up Quayside beside PostgreSQL: what each runs, and with which environment. */
import { join } from 'node:path'
import { findBin, ROOT } from '../build.ts'
import { type Environments, type LauncherSettings, originOf } from './environment.ts'
import { answersOk } from './health.ts'
import { type Child, type ChildPlan, startChild, waitUntilReady } from './processes.ts'

const READY_LIMIT_MS = 60_000
/** Pages under way are answered within this; a stream that is then still open can be cut. */
const WEB_STOP_LIMIT_MS = 3_000
/** A job under way, such as a payout being sent, may take this long. */
const STOP_LIMIT_MS = 15_000

export type Mode = 'production' | 'development'

export type PartsSettings = LauncherSettings & {
  mode: Mode
  /** Called with each line that a process prints. */
  onOutput?: ((name: string, line: string) => void) | undefined
}

export type Parts = { harbour: ChildPlan; worker: ChildPlan; web: ChildPlan }

export function planParts(settings: PartsSettings, environments: Environments): Parts {
  const plan = (name: string, own: Pick<ChildPlan, 'args' | 'env' | 'stopLimitMs'>): ChildPlan => ({
    ...own,
    name,
    cwd: ROOT,
    logFile: join(settings.dataDir, 'logs', `${name.replaceAll(' ', '-')}.log`),
    onLine: (line) => settings.onOutput?.(name, line),
  })
  return {
    harbour: plan('harbour', { args: ['harbour/main.ts'], env: environments.harbour, stopLimitMs: STOP_LIMIT_MS }),
    worker: plan('worker', { args: ['worker/main.ts'], env: environments.worker, stopLimitMs: STOP_LIMIT_MS }),
    web: plan('web app', {
      args: settings.mode === 'development' ? developmentServer(settings.port) : productionServer(),
      env: environments.web,
      stopLimitMs: WEB_STOP_LIMIT_MS,
    }),
  }
}

function productionServer(): string[] {
  return ['--import', './scripts/web-preload.ts', findBin('@remix-run/serve', 'remix-serve'), 'build/server/index.js']
}

function developmentServer(port: number): string[] {
  return [findBin('@remix-run/dev', 'remix'), 'vite:dev', '--host', '127.0.0.1', '--port', String(port), '--strictPort']
}

/**
 * Starts a part and waits until /healthz on its port answers. Throws StartupProblem, with the part stopped, when it does
 * not; `onEnd` gets a sentence when the part ends later.
 */
export async function startPart(
  plan: ChildPlan,
  at: { port: number; onEnd: (sentence: string) => void },
): Promise<Child> {
  const child = await startChild(plan)
  const asking = new AbortController()
  try {
    const until = answersOk(`${originOf(at.port)}/healthz`, asking.signal)
    await waitUntilReady(child, { until, limitMs: READY_LIMIT_MS })
  } catch (error) {
    await child.stop()
    throw error
  } finally {
    asking.abort()
  }
  void child.exited.then(({ code, signal }) => {
    at.onEnd(`The ${plan.name} stopped (${signal ?? `exit code ${code}`}); see ${plan.logFile}.`)
  })
  return child
}
