/**
 * Brings a database up to date: our migrations, then the job queue's.
 *
 * `prisma migrate deploy` needs an engine that is downloaded at run time. This does the same with the pg driver and
 * Prisma's own records (table, names, checksums, lock), so that `prisma migrate deploy` and `status` agree with it.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { ConfigInvalid, readDatabaseUrl } from '#app/config.server.ts'
import { applyFunctions, type DatabaseFunction, functionsMadeBy, readFunctions } from './functions.ts'
import {
  checksumOf,
  ENTRIES,
  type Entry,
  isStepwise,
  MIGRATIONS,
  type Migration,
  readMigrations,
  statementsOf,
} from './migrations.ts'
import {
  changePatiently,
  MigrationFailed,
  PATIENCE,
  type Patience,
  untilLetIn,
  wasNotLetIn,
  whoHoldsIt,
} from './patience.ts'
import { sessionComplaint } from './session-complaint.ts'

/** The advisory lock of Prisma's own engine, so that the two never run at once. */
const PRISMA_LOCK = 72_707_369
const CONNECT_LIMIT_MS = 10_000
/** How long to wait for another run. */
const TURN_LIMIT_MS = 600_000
const TURN_POLL_MS = 200

/** A concurrent index build waits for all older transactions; it blocks nobody. */
const CONCURRENT_LIMIT = '30min'
const BOOKS = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`

/**
 * Applies what is missing and returns the names of what it applied: each migration in its own transaction or, where its
 * file asks for that, statement by statement beside the traffic. Concurrent runs wait for each other. Throws
 * MigrationFailed: the database is then as before that migration, or before the statement that failed.
 */
export async function migrate(
  databaseUrl: string,
  migrations?: Migration[],
  { patience = PATIENCE, functions }: { patience?: Patience; functions?: DatabaseFunction[] } = {},
): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations(MIGRATIONS))
  const texts = functions ?? (migrations ? [] : await readFunctions())
  const client = new Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  })
  await client.connect()
  try {
    await takeTurn(client)
    const missing = await findMissing(client, wanted)
    for (const migration of missing) {
      if (isStepwise(migration)) await applyInSteps(client, migration, patience)
      else await applyWhole(client, migration, patience)
    }
    const changed = await applyFunctions(client, texts, patience, functionsMadeBy(wanted))
    await runMigrations({ connectionString: databaseUrl })
    return [...missing.map(({ name }) => name), ...changed]
  } finally {
    await client.end()
  }
}

/**
 * The lock belongs to the connection: a killed run releases it. Polled, because a waiting statement holds a snapshot,
 * for which the other run's concurrent index build would wait.
 */
async function takeTurn(client: Client): Promise<void> {
  for (const deadline = Date.now() + TURN_LIMIT_MS; ; await delay(TURN_POLL_MS)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [PRISMA_LOCK])
    if (rows[0]?.taken) return
    if (Date.now() > deadline) {
      throw new MigrationFailed('Another run is at work on this database for ten minutes: see what it waits for.')
    }
  }
}

async function findMissing(client: Client, wanted: Migration[]): Promise<Migration[]> {
  await client.query(BOOKS)
  const { rows } = await client.query<Entry>(ENTRIES)
  const entries = new Map(rows.map((entry) => [entry.migration_name, entry]))
  return wanted.filter((migration) => {
    const entry = entries.get(migration.name)
    if (!entry) return true
    if (!entry.finished_at) {
      throw new MigrationFailed(
        `Migration ${migration.name} began earlier and did not finish: repair the database and mark it with "prisma migrate resolve".`,
      )
    }
    if (entry.checksum !== checksumOf(migration)) {
      throw new MigrationFailed(
        `Migration ${migration.name} was changed after it was applied to this database: put the file back and write a new migration.`,
      )
    }
    return false
  })
}

async function applyWhole(client: Client, migration: Migration, patience: Patience): Promise<void> {
  await changePatiently(client, patience, {
    title: `Migration ${migration.name}`,
    text: migration.sql,
    run: async () => {
      await client.query(migration.sql)
      await record(client, migration)
    },
  })
}

async function record(client: Client, migration: Migration): Promise<void> {
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     values ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksumOf(migration), migration.name],
  )
}

/** Builds, drops or validates beside the traffic: waiting for its lock blocks no reader and no writer. */
const BESIDE_TRAFFIC = /^(?:(?:create (?:unique )?|drop )index concurrently|alter table [^ ]+ validate constraint)\b/i

/**
 * Each statement is repeatable: a killed run is simply repeated. The invalid index of an interrupted `create index
 * concurrently` is dropped first. A statement that locks its table is as patient as a migration in a transaction.
 */
async function applyInSteps(client: Client, migration: Migration, patience: Patience): Promise<void> {
  for (const statement of statementsOf(migration)) {
    const isBeside = BESIDE_TRAFFIC.test(statement)
    await client.query(`set lock_timeout = '${isBeside ? CONCURRENT_LIMIT : patience.lockMs}'`)
    const { error, tried } = await untilLetIn(isBeside ? { ...patience, tries: 1 } : patience, () =>
      tryStatement(client, statement),
    )
    if (error === null) continue
    const why =
      wasNotLetIn(error) && !isBeside
        ? await whoHoldsIt(client, { tried, done: 'What came before it is done' })
        : `${error instanceof Error ? error.message : error}. What came before it is done; run it again to go on.`
    throw new MigrationFailed(`Migration ${migration.name} stopped at “${statement.slice(0, 120)}”: ${why}`, {
      cause: error,
    })
  }
  await record(client, migration)
}

async function tryStatement(client: Client, statement: string): Promise<unknown> {
  try {
    await dropInvalidIndex(client, statement)
    await client.query(statement)
    return null
  } catch (error) {
    return error
  }
}

const CREATED_INDEX = /^create (?:unique )?index concurrently if not exists "([^"]+)"/i

async function dropInvalidIndex(client: Client, statement: string): Promise<void> {
  const name = CREATED_INDEX.exec(statement)?.[1]
  if (name === undefined) return
  const { rowCount } = await client.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [`"${name}"`],
  )
  if (rowCount) await client.query(`drop index concurrently if exists "${name}"`)
}

async function main(): Promise<void> {
  const databaseUrl = readDatabaseUrl(process.env)
  if (databaseUrl === null) {
    throw new MigrationFailed('DATABASE_URL is not set: it names the database to bring up to date.')
  }
  const complaint = await sessionComplaint(databaseUrl)
  if (complaint !== null) throw new MigrationFailed(complaint)
  const applied = await migrate(databaseUrl)
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
}

if (import.meta.main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof MigrationFailed || error instanceof ConfigInvalid ? error.message : error)
    process.exitCode = 1
  }
}
