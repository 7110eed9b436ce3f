/** Quayside on one machine: database, harbour, then worker and web app; kept running, and stopped in reverse order. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '#prisma/migrate.ts'
import { buildWhenNeeded, generateWhenNeeded, ROOT } from '../build.ts'
import {
  type Environment,
  type Environments,
  environmentsOf,
  HARBOUR_PORTS,
  needsHarbour,
  originOf,
} from './environment.ts'
import { keepPostgres } from './keeping/postgres-supervisor.ts'
import type { ProcessSupervisor } from './keeping/process-supervisor.ts'
import { keepServer, keepWorker, type PartsSettings, planParts } from './parts.ts'
import { ensureFreePort, ensureWritableFolder, StartupProblem } from './problems.ts'
import { runToEnd } from './processes.ts'
import { restartOnChange } from './restart-on-change.ts'

export type Stack = {
  origin: string
  /** The wallet page; the inbox is at /inbox. Undefined: every service is a real one. */
  harbourOrigin: string | undefined
  databaseUrl: string
  worker: ProcessSupervisor
  /** Stops the web app, the worker, the harbour and the database, in this order. */
  stop(): Promise<void>
}

export type StackOptions = PartsSettings & {
  env: Environment
  /** Called with each step of the start, and with problems later. */
  report: (line: string) => void
  /** Aborts the start; what already runs is stopped. */
  signal?: AbortSignal | undefined
}

/** Starts everything and waits until it answers. Throws StartupProblem, with nothing left running, on failure. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (let last = stops.pop(); last; last = stops.pop()) await last()
  }
  try {
    return { ...(await startParts(options, stops)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Pushes each started part's stop, to be called in reverse order. */
async function startParts(options: StackOptions, stops: (() => Promise<void>)[]): Promise<Omit<Stack, 'stop'>> {
  const { report, env } = options
  const step = (line: string) => {
    options.signal?.throwIfAborted()
    report(line)
  }
  const withHarbour = needsHarbour(env)
  await ensureWritableFolder(options.dataDir)
  await ensureFreePorts(options, withHarbour)

  let { databaseUrl } = options
  if (!databaseUrl) {
    step('Starting PostgreSQL …')
    const folder = join(options.dataDir, 'postgres')
    const postgres = await keepPostgres({ folder, port: options.databasePort, durability: 'safe' }, report)
    stops.push(postgres.stop)
    databaseUrl = postgres.url
  }
  options.signal?.throwIfAborted()
  await (options.mode === 'production' ? buildWhenNeeded(report) : generateWhenNeeded(report))

  step('Bringing the database up to date …')
  await migrate(databaseUrl)
  // Loaded late: it derives the play accounts with the ledgers' SDKs, which takes a while.
  const { harbourEnvironment } = await import('#harbour/environment.ts')
  const harbour = harbourEnvironment({ harbourPort: options.harbourPort })
  const environments = await environmentsOf({ settings: options, databaseUrl, harbour, env, mode: options.mode })
  const parts = planParts(options, environments)
  await mkdir(join(options.dataDir, 'logs'), { recursive: true })
  if (withHarbour) {
    step('Starting the harbour (local ledgers, prices and mail) …')
    stops.push((await keepServer(parts.harbour, { port: options.harbourPort, report })).stop)
  }
  step('Starting the worker and the web app …')
  const [worker, web, demoAccounts] = await Promise.allSettled([
    keepWorker(parts.worker, report),
    keepServer(parts.web, { port: options.port, report }),
    // Demo accounts have known passwords: only the embedded database gets them.
    options.databaseUrl ? undefined : seed(environments),
  ])
  // Whatever has started must be stoppable, even if something beside it failed.
  if (worker.status === 'fulfilled') {
    stops.push(worker.value.stop)
    if (options.mode === 'development') stops.push(restartOnChange(worker.value, report))
  }
  if (web.status === 'fulfilled') stops.push(web.value.stop)
  takenFrom(demoAccounts)
  takenFrom(web)
  options.signal?.throwIfAborted()
  return {
    origin: originOf(options.port),
    harbourOrigin: withHarbour ? originOf(options.harbourPort) : undefined,
    databaseUrl,
    worker: takenFrom(worker),
  }
}

function takenFrom<Value>(outcome: PromiseSettledResult<Value>): Value {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

async function ensureFreePorts(options: StackOptions, withHarbour: boolean): Promise<void> {
  await ensureFreePort({ port: options.port, use: 'web app', setting: 'PORT' })
  if (!withHarbour) return
  for (let offset = 0; offset < HARBOUR_PORTS; offset += 1) {
    await ensureFreePort({ port: options.harbourPort + offset, use: 'harbour', setting: 'HARBOUR_PORT' })
  }
}

async function seed(environments: Environments): Promise<void> {
  const { code, output } = await runToEnd({ args: ['prisma/seed.ts'], env: environments.web, cwd: ROOT })
  if (code !== 0) throw new StartupProblem(`The demo accounts could not be written:\n${output.trim()}`)
}
