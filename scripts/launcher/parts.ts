/** The three processes of Quayside beside PostgreSQL: commands and environments. */
import { join } from 'node:path'
import { findBin, ROOT } from '../build.ts'
import { type Environments, type LauncherSettings, originOf } from './environment.ts'
import { answersOk } from './health.ts'
import { type Keeping, keepProcess, type ProcessSupervisor } from './keeping/process-supervisor.ts'
import type { ChildPlan } from './processes.ts'

/** Enough for pages under way; a stream that is still open may be cut. */
const WEB_STOP_LIMIT_MS = 3_000
const HARBOUR_STOP_LIMIT_MS = 15_000
/** A worker ends itself earlier, whatever its jobs do (worker/life.ts). */
const WORKER_STOP_LIMIT_MS = 30_000

export type Mode = 'production' | 'development'

export type PartsSettings = LauncherSettings & {
  mode: Mode
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
  const isBuilt = settings.mode === 'production'
  return {
    harbour: plan('harbour', {
      args: [isBuilt ? 'build/programs/harbour.js' : 'harbour/main.ts'],
      env: environments.harbour,
      stopLimitMs: HARBOUR_STOP_LIMIT_MS,
    }),
    worker: plan('worker', {
      args: isBuilt ? ['--max-semi-space-size=2', 'build/programs/worker.js'] : ['worker/main.ts'],
      env: environments.worker,
      stopLimitMs: WORKER_STOP_LIMIT_MS,
    }),
    web: plan('web app', {
      args: isBuilt ? productionServer() : developmentServer(settings.port),
      env: environments.web,
      stopLimitMs: WEB_STOP_LIMIT_MS,
    }),
  }
}

function productionServer(): string[] {
  return [
    '--max-semi-space-size=16',
    '--heap-growing-percent=60',
    '--import',
    './build/programs/web-preload.js',
    findBin('@remix-run/serve', 'remix-serve'),
    'build/server/index.js',
  ]
}

function developmentServer(port: number): string[] {
  return [findBin('@remix-run/dev', 'remix'), 'vite:dev', '--host', '127.0.0.1', '--port', String(port), '--strictPort']
}

/** Keeps a server running that answers /healthz on its port. Throws StartupProblem when it does not. */
export function keepServer(
  plan: ChildPlan,
  of: { port: number; report: Keeping['report'] },
): Promise<ProcessSupervisor> {
  const readiness: Keeping['readiness'] = (_child, signal) => answersOk(`${originOf(of.port)}/healthz`, signal)
  return keepProcess(plan, { report: of.report, readiness })
}

/** Keeps the worker running, which reports itself when it is ready. Throws StartupProblem when it does not. */
export function keepWorker(plan: ChildPlan, report: Keeping['report']): Promise<ProcessSupervisor> {
  return keepProcess(plan, { report, readiness: (child) => child.saidReady })
}
