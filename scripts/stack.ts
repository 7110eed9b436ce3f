/** The whole of Quayside on one machine, as `npm start`, `npm run dev` and the browser tests run it: started in order, stopped in order. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '#prisma/migrate.ts'
import { buildWhenNeeded, generateWhenNeeded, ROOT } from './build.ts'
import {
  type Environment,
  type Environments,
  environmentsOf,
  HARBOUR_PORTS,
  type LauncherSettings,
  needsHarbour,
  originOf,
} from './environment.ts'
import { answersOk } from './health.ts'
import { startPostgres } from './postgres.ts'
import { ensureFreePort, ensureWritableFolder, StartupProblem } from './problems.ts'
import { type Child, type ChildPlan, runToEnd, startChild, waitUntilReady } from './processes.ts'
import { keepWorker, type WorkerKeeper } from './worker-keeper.ts'

const READY_LIMIT_MS = 60_000
/** Pages under way are answered within this; whatever is then still open (a stream, an idle connection) can be cut. */
const WEB_STOP_LIMIT_MS = 3_000
/** A job under way, such as a payout being sent, may take this long. */
const STOP_LIMIT_MS = 15_000

export type Stack = {
  /** Where people open the app. */
  origin: string
  /** The wallet page; the inbox is at /inbox. Undefined when every service is a real one. */
  harbourOrigin: string | undefined
  databaseUrl: string
  worker: WorkerKeeper
  /** Settles with one sentence when a part that cannot be replaced has died. */
  failed: Promise<string>
  /** Stops the web app, the worker, the harbour and the database, in this order. */
  stop(): Promise<void>
}

export type StackOptions = LauncherSettings & {
  mode: 'production' | 'development'
  env: Environment
  /** Called with each step while starting, and with trouble later. */
  report: (line: string) => void
  /** Called with each line that a process prints. */
  onOutput?: ((name: string, line: string) => void) | undefined
  /** Gives up starting; what runs already is stopped. */
  signal?: AbortSignal | undefined
}

/** Starts everything and waits until it answers. Throws StartupProblem, with nothing left running, when a part does not start. */
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

/** Puts each started part's stop on the pile, which is taken down from its top. */
async function startParts(options: StackOptions, stops: (() => Promise<void>)[]): Promise<Omit<Stack, 'stop'>> {
  const { report, env } = options
  let fail: (sentence: string) => void = () => undefined
  const failed = new Promise<string>((resolve) => {
    fail = resolve
  })
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
    const postgres = await startPostgres({
      folder: join(options.dataDir, 'postgres'),
      port: options.databasePort,
      durability: 'safe',
    })
    stops.push(postgres.stop)
    void postgres.ended.then(() => fail(`PostgreSQL stopped; see ${join(options.dataDir, 'postgres.log')}.`))
    databaseUrl = postgres.url
  }
  options.signal?.throwIfAborted()
  await (options.mode === 'production' ? buildWhenNeeded(report) : generateWhenNeeded(report))

  step('Bringing the database up to date …')
  await migrate(databaseUrl)
  // Loaded late: it derives the play accounts with the ledgers' own libraries, and those take a while.
  const { harbourEnvironment } = await import('#harbour/environment.ts')
  const harbour = harbourEnvironment({ harbourPort: options.harbourPort })
  const environments = await environmentsOf({ settings: options, databaseUrl, harbour, env, mode: options.mode })
  // Demo accounts have known passwords: they belong in the embedded database only.
  if (!options.databaseUrl) await seed(environments)

  const run = partRunner(options, fail, stops)
  if (withHarbour) {
    step('Starting the harbour (local ledgers, prices and mail) …')
    await run(
      { name: 'harbour', args: ['harbour/main.ts'], env: environments.harbour },
      `${originOf(options.harbourPort)}/healthz`,
    )
  }
  step('Starting the worker and the web app …')
  const isDevelopment = options.mode === 'development'
  const worker = await keepWorker(
    planOf(options, {
      name: 'worker',
      args: isDevelopment ? ['--watch', 'worker/main.ts'] : ['worker/main.ts'],
      env: environments.worker,
    }),
    // Under --watch the worker speaks to Node's watcher instead of to us.
    { saysReady: !isDevelopment, report },
  )
  stops.push(worker.stop)
  await run({ name: 'web app', args: webArgs(options), env: environments.web }, `${originOf(options.port)}/healthz`)
  options.signal?.throwIfAborted()
  return {
    origin: originOf(options.port),
    harbourOrigin: withHarbour ? originOf(options.harbourPort) : undefined,
    databaseUrl,
    worker,
    failed,
  }
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

