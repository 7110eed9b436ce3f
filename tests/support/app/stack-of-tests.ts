/** A stack for tests: the processes of `npm start` beside a running PostgreSQL, with quick ledgers. */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { harbourEnvironment } from '#harbour/environment.ts'
import { migrate } from '#prisma/migrate.ts'
import { seed } from '#prisma/seed.ts'
import { type Environment, environmentsOf, originOf, readSettings } from '#scripts/launcher/environment.ts'
import { keepServer, planParts } from '#scripts/launcher/parts.ts'
import { startPostgres } from '#scripts/launcher/postgres.ts'
import { findFreePorts } from '#scripts/launcher/problems.ts'
import type { ChildPlan } from '#scripts/launcher/processes.ts'
import { type Quayside, startQuayside } from '#scripts/launcher/quayside.ts'
import { onDatabase, run } from '#tests/support/runner/postgres.ts'

const LEDGER_MS = 250

/** Tests are faster than people: instant forms pass the captcha, and limits are high. Other tests check both. */
const QUICK: Environment = { CAPTCHA_FASTEST_MS: '0', RATE_LIMIT_FACTOR: '1000' }

export type StackAddress = { origin: string; harbourOrigin: string; databaseUrl: string; dataDir: string }

export type RunningStack = { address: StackAddress; worker: Quayside['worker']; stop(): Promise<void> }

/** A PostgreSQL server, and the database on it that new ones are cloned from. */
export type Source = { server: string; template: string }

const TEMPLATE = 'quayside_with_demo_accounts'

/** Starts a PostgreSQL whose template is migrated and has the demo accounts. */
export async function startSource(): Promise<Source & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-stacks-'))
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    port: await findFreePorts(1),
    durability: 'fast',
  })
  await run(postgres.url, `create database ${TEMPLATE}`)
  const template = onDatabase(postgres.url, TEMPLATE)
  await migrate(template)
  await seed(template)
  return {
    server: postgres.url,
    template: TEMPLATE,
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts harbour, worker and web app with their own database and folder, and waits until there are prices. */
export async function startStackOfTests(
  source: Source,
  env: Environment = {},
  ledgerMs = LEDGER_MS,
): Promise<RunningStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-stack-'))
  const database = `quayside_${randomBytes(6).toString('hex')}`
  await run(source.server, `create database ${database} template ${source.template} strategy file_copy`)
  const databaseUrl = onDatabase(source.server, database)
  const quayside = await startQuayside({ dataDir, databaseUrl, ledgerMs, env: { ...QUICK, ...env } })
  await untilPricesAreKnown(databaseUrl)
  const { origin, harbourOrigin, worker } = quayside
  return {
    address: { origin, harbourOrigin, databaseUrl, dataDir },
    worker,
    async stop() {
      await quayside.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The worker reads prices when it starts; only a test comes sooner. */
async function untilPricesAreKnown(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const deadline = Date.now() + 90_000; ; await new Promise((resolve) => setTimeout(resolve, 25))) {
      const { rowCount } = await client.query(`select 1 from market_source having count("lastGoodAt") = 2`)
      if (rowCount === 1) return
      if (Date.now() > deadline) throw new Error('The price services were not read within 90 s.')
    }
  } finally {
    await client.end()
  }
}

export async function startWebBeside(
  address: StackAddress,
  env: Environment,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const { plan, port } = await planWebBeside(address, env)
  let died = ''
  const report = (line: string) => {
    died = line
  }
  const kept = await keepServer(plan, { port, report })
  return {
    origin: originOf(port),
    async stop() {
      await kept.stop()
      if (died !== '') throw new Error(died)
    },
  }
}

export async function planWebBeside(
  { harbourOrigin, databaseUrl, dataDir }: StackAddress,
  env: Environment,
): Promise<{ plan: ChildPlan; port: number }> {
  const port = await findFreePorts(1)
  const own = join(dataDir, `web-${port}`)
  await mkdir(join(own, 'logs'), { recursive: true })
  const harbourPort = Number(new URL(harbourOrigin).port)
  const settings = { ...readSettings({}), dataDir: own, port, harbourPort, mode: 'production' as const }
  const environments = await environmentsOf({
    settings,
    databaseUrl,
    harbour: harbourEnvironment({ harbourPort }),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...QUICK,
      STORAGE_FOLDER: join(dataDir, 'documents'),
      ...env,
    },
    mode: 'production',
  })
  return { plan: planParts(settings, environments).web, port }
}
