/** A worker process beside a PostgreSQL that a test may kill, and a harbour in the test's process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { type Harbour, startHarbour } from '#harbour/harbour.ts'
import { migrate } from '#prisma/migrate.ts'
import { ROOT } from '#scripts/build.ts'
import { type Environment, environmentsOf, readSettings } from '#scripts/launcher/environment.ts'
import { planParts } from '#scripts/launcher/parts.ts'
import { type Postgres, type PostgresSettings, startPostgres } from '#scripts/launcher/postgres.ts'
import { findFreePorts } from '#scripts/launcher/problems.ts'
import type { ChildPlan } from '#scripts/launcher/processes.ts'

const LEDGER_MS = 250

export type WorkerGround = AsyncDisposable & {
  databaseUrl: string
  harbour: Harbour
  /** The launcher's plan in development: a worker of this database and harbour. */
  plan: ChildPlan
  /** The settings of a web app beside it. */
  webSettings: NodeJS.ProcessEnv
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>
  /** The folder of the documents. */
  documents: string
  /** SIGKILL by default, as when memory runs out. Connections break, and new ones are refused. */
  killPostgres(signal?: 'SIGKILL' | 'SIGINT'): Promise<void>
  startPostgres(): Promise<void>
}

type GroundOptions = {
  env?: Environment
  ledgerMs?: number
  /** The first of five free consecutive ports, where another process calls the harbour, too. */
  harbourPort?: number
  /** `safe`: commits survive a killed PostgreSQL. */
  durability?: PostgresSettings['durability']
  /** Starts something between worker and harbour; the returned settings lead the worker there. */
  between?: (harbour: Harbour) => Promise<Environment>
}

export async function openWorkerGround(options: GroundOptions = {}): Promise<WorkerGround> {
  const { env = {}, ledgerMs = LEDGER_MS, harbourPort = 0, durability = 'fast', between } = options
  const home = await mkdtemp(join(tmpdir(), 'quayside-worker-'))
  await mkdir(join(home, 'logs'), { recursive: true })
  const port = await findFreePorts(1)
  const start = () => startPostgres({ folder: join(home, 'postgres'), port, durability })
  let postgres: Postgres = await start()
  const databaseUrl = postgres.url
  await migrate(databaseUrl)
  const harbour = await startHarbour({ port: harbourPort, ledgerMs, dataDir: null })
  const settings = { ...readSettings({}), dataDir: home, mode: 'production' as const }
  const environments = await environmentsOf({
    settings,
    databaseUrl,
    harbour: { ...harbour.environment(), ...(await between?.(harbour)) },
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    mode: 'production',
  })
  return {
    databaseUrl,
    harbour,
    // From the sources: some of these tests do not wait for a build.
    plan: { ...planParts(settings, environments).worker, args: ['worker/main.ts'] },
    webSettings: environments.web,
    documents: String(environments.worker.STORAGE_FOLDER),
    async query<Row extends object>(sql: string, values?: unknown[]) {
      const client = new Client({ connectionString: databaseUrl })
      // The failing query alone reports a killed server.
      client.on('error', () => undefined)
      await client.connect()
      try {
        return (await client.query<Row>(sql, values)).rows
      } finally {
        await client.end()
      }
    },
    async killPostgres(signal = 'SIGKILL') {
      process.kill(postgres.pid, signal)
      await postgres.ended
    },
    async startPostgres() {
      postgres = await start()
    },
    async [Symbol.asyncDispose]() {
      await harbour.close()
      await postgres.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

export type BareProcess = { process: ChildProcess; lines: () => string[]; untilLine(part: string): Promise<string> }

/** A process without a keeper, by default `node worker/main.ts` of this checkout. */
export function startBare(
  env: NodeJS.ProcessEnv,
  command = [process.execPath, 'worker/main.ts'],
  cwd = ROOT,
): BareProcess {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
  const lines = () => output.split('\n').filter(Boolean)
  return {
    process: child,
    lines,
    async untilLine(part) {
      for (const deadline = Date.now() + 150_000; ; await delay(25)) {
        const line = lines().find((each) => each.includes(part))
        if (line !== undefined) return line
        const isOver = child.exitCode !== null || Date.now() > deadline
        if (isOver) throw new Error(`It never said "${part}" (exit code ${child.exitCode}): ${output}`)
      }
    },
  }
}

/** Waits for a process that ends by itself. Returns the same as `endBare`. */
export async function untilEnded({ process: child }: BareProcess): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode ?? child.signalCode
}

/** Sends a signal. Returns the exit code, or the name of the signal that ended the process. */
export async function endBare(
  { process: child }: BareProcess,
  signal: NodeJS.Signals,
): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'exit')
  }
  return child.exitCode ?? child.signalCode
}
