/**
 * Brings a database up to date: our migrations, then the job queue's.
 *
 * `prisma migrate deploy` needs an engine that is downloaded at run time. This does the same with the pg driver and
 * keeps Prisma's own books (table, names, checksums, lock), so that `prisma migrate deploy` and `status` agree with
 * it wherever they can run.
 */
import { randomUUID } from 'node:crypto'
import { runMigrations } from 'graphile-worker'
import { Client, DatabaseError } from 'pg'
import { ConfigInvalid, readDatabaseUrl } from '#app/config.server.ts'
import { checksumOf, ENTRIES, type Entry, MIGRATIONS, type Migration, readMigrations } from './migrations.ts'

/** The advisory lock that Prisma's own engine takes, so that the two never run at once. */
const PRISMA_LOCK = 72_707_369
const LOCK_LIMIT = '60s'

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

/** A database that cannot be brought up to date; the message says which migration and why. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed' as const
}

/**
 * Applies what is missing, each migration in a transaction of its own, and returns the names of those it applied.
 * Runs at the same time wait for each other. Throws MigrationFailed; the database then stands as before that migration.
 */
export async function migrate(databaseUrl: string, migrations?: Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations(MIGRATIONS))
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // The lock belongs to the connection: a killed run lets go of it.
    await client.query(`set lock_timeout = '${LOCK_LIMIT}'`)
    await client.query('select pg_advisory_lock($1)', [PRISMA_LOCK])
    const missing = await findMissing(client, wanted)
    for (const migration of missing) await apply(client, migration)
    await runMigrations({ connectionString: databaseUrl })
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
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

async function apply(client: Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksumOf(migration), migration.name],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new MigrationFailed(`Migration ${migration.name} failed and was rolled back: ${explain(error, migration)}`, {
      cause: error,
    })
  }
}

function explain(error: unknown, migration: Migration): string {
  if (!(error instanceof Error)) return String(error)
  const position = error instanceof DatabaseError ? Number(error.position) : Number.NaN
  if (Number.isNaN(position)) return error.message
  return `${error.message} (line ${migration.sql.slice(0, position).split('\n').length})`
}

async function main(): Promise<void> {
  const databaseUrl = readDatabaseUrl(process.env)
  if (databaseUrl === null) {
    throw new MigrationFailed('DATABASE_URL is not set: it names the database to bring up to date.')
  }
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
